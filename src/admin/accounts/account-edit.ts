import { type AccountEditForm, type AccountField, accountEditFormSchema } from '../../../contract/account';
import { dollarsOf } from '../../../contract/amount';
import { changedFields } from '../../../contract/changed-fields';
import { enumValues } from '../../../contract/enum-values';
import type { FigureChange } from '../../../contract/preview';
import { recordOf } from '../../../contract/record-of';
import type { z } from '../../../contract/zod';
import { reasonSchema } from '../reason-schema';
import type { AccountRecord } from './account-record';

/** The edit of an account as it is typed: figures as text, and why. */
export const accountEditSchema = accountEditFormSchema.extend({
  reason: reasonSchema,
});
export type AccountEditValues = z.input<typeof accountEditSchema>;
export type FilledAccountEdit = z.output<typeof accountEditSchema>;

function textOf(account: AccountRecord, field: AccountField): string {
  return String(account[field] ?? '');
}

/** The figures of an account as text, for the inputs; one that the host leaves out is empty. */
export function inputsOf(account: AccountRecord): AccountEditValues {
  const figures = enumValues.editableAccountFields.map((field) => [field, textOf(account, field)]);
  return { ...Object.fromEntries(figures), reason: '' };
}

/** The figures that differ from the account's, in its order. A cleared figure, or one that is no amount, is none. */
export function changesOf(account: AccountRecord, values: AccountEditForm): FigureChange[] {
  const fields = enumValues.editableAccountFields;
  const figures = recordOf(fields, (field) => Number(account[field] ?? 0));
  const changed = changedFields(
    figures,
    recordOf(fields, (field) => dollarsOf(values[field] ?? '')),
  );
  return fields.flatMap((field) => {
    const after = changed[field];
    return after === undefined ? [] : [{ field, before: figures[field], after }];
  });
}

/** How the figures of an account have changed between two versions. */
export function movedBetween(seen: AccountRecord, now: AccountRecord): FigureChange[] {
  return changesOf(seen, inputsOf(now));
}
