import { mailStates } from './enums';
import * as fields from './fields';
import { z } from './zod';

/** A mail of the product as operators see it: whether it left, and why not. Its text is nobody's business. */
export const outboxMailSchema = z.object({
  _id: fields.id,
  createdAt: z.iso.datetime(),
  recipient: z.string(),
  /** Who has that address now, if anybody does. */
  userId: fields.id.nullable(),
  subject: z.string(),
  state: mailStates,
  /** Tries so far. */
  attempts: z.int(),
  /** What the last try failed for, in the words of the mail server. */
  lastError: z.string().nullable(),
  /** When it is tried again; none unless it waits. */
  nextAttemptAt: z.iso.datetime().nullable(),
  /** When it was sent, expired or failed for good; none while it waits. */
  endedAt: z.iso.datetime().nullable(),
});
export type OutboxMail = z.infer<typeof outboxMailSchema>;
