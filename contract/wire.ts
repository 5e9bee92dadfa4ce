import { errorCodes } from './enums';
import { signInStepSchema } from './factors';
import { longText } from './fields';
import { z } from './zod';

export const errorItemSchema = z.object({
  /** The message twice: clients read either `error` or `message`. */
  error: z.string(),
  message: z.string(),
  code: errorCodes,
  /** The field of the request the message belongs to, dotted when nested. */
  field: z.string().optional(),
  /** With `factor_required`: how the sign-in goes on. */
  signIn: signInStepSchema.optional(),
});
export type ErrorItem = z.infer<typeof errorItemSchema>;

/** Every failure. */
export const errorBodySchema = z.object({ errors: z.array(errorItemSchema).min(1) });
export type ErrorBody = z.infer<typeof errorBodySchema>;

/** Every success. */
export function envelope<T extends z.ZodType>(data: T) {
  return z.object({ data });
}

/** An answer that only says that it worked. */
export const messageReply = z.object({ message: z.string() });

/** The headers of a money write. */
export const idempotencyKey = z
  .string()
  .min(1)
  .max(200)
  .regex(/^[\x21-\x7e]+$/);

/** `X-Reason` is percent-encoded UTF-8: header values cannot carry every letter. */
export const reasonHeader = longText(2_000);

/**
 * The query of ra-data-simple-rest: `sort=["field","ASC"]`, `range=[0,19]` (inclusive), `filter={...}`, each JSON.
 * Without any of them a list answers whole (docs/rules.md, "Lists").
 */
export const listQuerySchema = z.strictObject({
  sort: z.string().max(200).optional(),
  range: z.string().max(100).optional(),
  filter: z.string().max(20_000).optional(),
});
