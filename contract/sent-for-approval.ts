import type { SentForApproval } from './proposals';

/** Whether the answer of a call that may be sent for approval says that it was. */
export function isSentForApproval(data: unknown): data is SentForApproval {
  return typeof data === 'object' && data !== null && 'proposal' in data;
}
