/** Names of the headers both sides read or write; lower case, as Node gives them. */
export const headers = {
  idempotencyKey: 'idempotency-key',
  ifMatch: 'if-match',
  reason: 'x-reason',
  requestId: 'x-request-id',
  contentRange: 'content-range',
} as const;
