import { amountText } from '../../../contract/fields';

/** The dollars of what was typed as an amount; undefined while it is none that could be sent. */
export function dollarsOf(typed: string): number | undefined {
  const { success, data } = amountText.safeParse(typed);
  return success ? Number(data) : undefined;
}
