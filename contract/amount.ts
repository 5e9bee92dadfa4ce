import { plainDigits, visibleText } from './clean-text';
import { limits } from './limits';
import { validation } from './messages';

/** An amount as a person writes it, with the sign of the currency and one kind of separator between thousands. */
const written =
  /^(?<sign>[-\u2212]?)(?:US\$|USD|\$)?\s*(?<sign2>[-\u2212]?)(?<whole>\d+|\d{1,3}(?:,\d{3})+|\d{1,3}(?:[ \u00a0\u2009\u202f]\d{3})+)(?:\.(?<cents>\d{1,2}))?\s*(?:USD|\$)?$/i;

/** More letters than any amount has. */
const longest = 40;

export type WrittenAmount =
  /** As the rest of the product writes it: '-1000.50'. */
  { text: string; dollars: number } | { problem: string };

/** What is left of a typed amount without what nobody sees, in digits from 0 to 9 whatever the script. */
export function seenAmount(typed: string): string {
  return plainDigits(visibleText(typed)).trim();
}

/**
 * Reads an amount in dollars as people type and paste it: '1000.5', '1,000.50', '$ 1,000', '-$42', '1 000.50 USD'. What
 * can be read in two ways is not read but explained, '1,50' above all; so is what is no decimal number, '0x10' or '1e3'.
 */
export function readAmount(typed: string): WrittenAmount {
  const seen = seenAmount(typed);
  const groups = seen.length <= longest ? written.exec(seen)?.groups : undefined;
  // Elsewhere the comma is the point; with digits around it nobody can know which was meant.
  if (!groups)
    return {
      problem: seen.includes(',') && /\d/.test(seen) ? validation.amountComma : validation.amountInvalid,
    };
  const { sign, sign2, whole = '', cents } = groups;
  if (sign && sign2) return { problem: validation.amountInvalid };
  const digits = whole.replaceAll(/\D/g, '');
  const minus = sign || sign2 ? '-' : '';
  const text = `${minus}${digits}${cents ? `.${cents}` : ''}`;
  const dollars = Number(text);
  if (Math.abs(dollars) > limits.maxAmount) return { problem: validation.amountLarge };
  // There is no zero below zero.
  return { text, dollars: dollars === 0 ? 0 : dollars };
}

/** The dollars of an amount as it is typed; undefined while it is none. */
export function dollarsOf(typed: string): number | undefined {
  const read = readAmount(typed);
  return 'dollars' in read ? read.dollars : undefined;
}
