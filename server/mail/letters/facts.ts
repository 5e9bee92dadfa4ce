import { currencyOf } from '../../../contract/currencies';
import type { Crypto } from '../../../contract/enums';

/** Characters of a name shown. */
const longestName = 80;

/** A name that anybody can have typed, in one short line, without what a mail program would make a link of. */
export function plainName(name: string): string {
  const plain = name
    .replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/[/\\:@／＼：＠]|[.․。．｡](?=\S)/g, ' ')
    .trim();
  return plain.length > longestName ? `${plain.slice(0, longestName)}…` : plain;
}

/**
 * The address or the payment that somebody has named, letter by letter: those are one word of letters and digits, of which no
 * mail program makes a link. Any other text is as good as a name.
 */
export function plainId(id: string): string {
  return /^[0-9a-z]+$/i.test(id) ? id : plainName(id);
}

/** A reason with its lines, amounts and dates, without what a mail program would make a link of. */
export function reasonFacts(reason: string | undefined) {
  if (reason === undefined) return [];
  return [['Reason', reason.replace(/[@＠]|[:：]?[/／\\＼]{2,}|[:：.․。．｡](?=\p{L})/gu, ' ')]] as const;
}

/** A currency as people know it, with the network it is on. */
export function currencyText(crypto: Crypto): string {
  const { name, network } = currencyOf(crypto);
  return `${name} (${network})`;
}

/** "2026-01-31 13:05 UTC": the server does not know the reader's clock. */
export function moment(at: Date): string {
  return `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

/** The end of something that is waited for, in a minute in which it is over. */
export function endMoment(at: Date): string {
  const minute = 60_000;
  return moment(new Date(Math.ceil(at.getTime() / minute) * minute));
}
