/** Names of the headers both sides read or write; lower case, as Node gives them. */
export const headers = {
  idempotencyKey: 'idempotency-key',
  ifMatch: 'if-match',
  reason: 'x-reason',
  requestId: 'x-request-id',
  retryAfter: 'retry-after',
  contentRange: 'content-range',
  /** `gte` when the total in `Content-Range` is a lower bound: the list goes on beyond it. */
  totalRelation: 'x-total-relation',
} as const;
