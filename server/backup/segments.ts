/*
 * The names of the files of PostgreSQL's log: 8 hexadecimal digits each for the timeline, for the upper part of the
 * position and for the number of the file in it, of which there are 256 at 16 MB each.
 */

/** The files that PostgreSQL hands over: parts of the log, and where a timeline left another one. */
export const archivedName = /^(?:[0-9A-F]{24}(?:\.[0-9A-F]{8}\.backup|\.partial)?|[0-9A-F]{8}\.history)$/;

const perUpper = 256n;

/** The names from one to another one of the same timeline. */
export function segmentsBetween(first: string, last: string): string[] {
  const timeline = first.slice(0, 8);
  const numberOf = (name: string) =>
    BigInt(`0x${name.slice(8, 16)}`) * perUpper + BigInt(`0x${name.slice(16)}`);
  const hex = (part: bigint) => part.toString(16).toUpperCase().padStart(8, '0');
  const names: string[] = [];
  for (let at = numberOf(first); at <= numberOf(last); at += 1n) {
    names.push(timeline + hex(at / perUpper) + hex(at % perUpper));
  }
  return names;
}
