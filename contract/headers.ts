/** Names of the headers both sides read or write; lower case, as Node gives them. */
export const headers = {
  idempotencyKey: 'idempotency-key',
  ifMatch: 'if-match',
  reason: 'x-reason',
  /** On what a client reads by itself, without anybody there: it is no use of the session. */
  background: 'x-background',
  /** The id that signing an act with a passkey was answered with; lets that very call through, once. */
  actProof: 'x-act-proof',
  requestId: 'x-request-id',
  retryAfter: 'retry-after',
  contentRange: 'content-range',
  /** `gte` when the total in `Content-Range` is a lower bound: the list goes on beyond it. */
  totalRelation: 'x-total-relation',
} as const;
