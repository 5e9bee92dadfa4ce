import { readAmount, seenAmount } from './amount';
import { accountFieldNames } from './chart';
import { enumValues } from './enum-values';
import * as fields from './fields';
import { validation } from './messages';
import { personSchema } from './person';
import { recordOf } from './record-of';
import { z } from './zod';

export const editableAccountFields = z.enum(enumValues.editableAccountFields);
export type EditableAccountField = z.infer<typeof editableAccountFields>;

/** Every figure of an account; `held` is reserved by pending withdrawals and nobody edits it. */
export const accountFields = z.enum(accountFieldNames);
export type AccountField = z.infer<typeof accountFields>;

/** An investor's account: dollars per figure, and the version that `If-Match` names. `_id` is the investor's. */
export const accountSchema = z.object({
  _id: fields.id,
  ...recordOf(accountFieldNames, () => z.number()),
  /** Since when the investor may not withdraw; none when they may. */
  frozenAt: z.iso.datetime().nullable(),
  version: z.int(),
});
export type Account = z.infer<typeof accountSchema>;

/** An account as administrators see it, with whose it is. */
export const adminAccountSchema = accountSchema.extend({
  user: personSchema,
});
export type AdminAccount = z.infer<typeof adminAccountSchema>;

/** PUT /api/account/{userId}: only the changed figures, in dollars. A blank or null value is refused, never 0. */
export const accountEditSchema = z
  .strictObject(recordOf(editableAccountFields.options, () => fields.dollars))
  .partial()
  .refine((edit) => Object.keys(edit).length > 0, validation.nothingToChange);
export type AccountEdit = z.infer<typeof accountEditSchema>;

/** PUT /api/account/{userId}/frozen; why goes into `X-Reason`, and must. */
export const freezeSchema = z.strictObject({ frozen: z.boolean() });
export type Freeze = z.infer<typeof freezeSchema>;

const amountInput = z.string().transform((typed, context) => {
  if (seenAmount(typed) === '') return '';
  const read = readAmount(typed);
  if ('text' in read) return read.text;
  context.issues.push({ code: 'custom', message: read.problem, input: typed });
  return z.NEVER;
});

/** The edit modal: optional strings, '1000.50' once they are read; a cleared field means "not changed". */
export const accountEditFormSchema = z
  .object(recordOf(editableAccountFields.options, () => amountInput))
  .partial();
export type AccountEditForm = z.infer<typeof accountEditFormSchema>;
