/** Digits of a hash of 32 bytes, by which all our chains name payments. */
const hashDigits = 64;
const hexRun = new RegExp(`[0-9a-f]{${hashDigits},}`, 'gi');

/** How many of the letters at an end of a run may be those of a word that goes on there, such as the d of "txid". */
const wordLetters = (goesOn: boolean, letters: RegExp, run: string) =>
  goesOn ? (letters.exec(run)?.[0].length ?? 0) : 0;

/**
 * The hash in a run of hexadecimal digits with what stands before and behind it. A longer run is one with letters of words at its
 * ends, or none; nor is it one where they could be cut off in several ways.
 */
function hashIn(before: string, run: string, behind: string): string | undefined {
  const has0x = /0x$/i.test(before);
  const spare = run.length - hashDigits;
  const atStart = wordLetters(!has0x && /\p{L}$/u.test(before), /^[a-f]*/i, run);
  const atEnd = wordLetters(/^\p{L}/u.test(behind), /[a-f]*$/i, run);
  const [least, most] = [Math.max(0, spare - atEnd), Math.min(spare, atStart)];
  if (least !== most) return undefined;
  return (has0x ? before.slice(-2) : '') + run.slice(least, least + hashDigits);
}

function hashesIn(text: string): Map<string, string> {
  const found = [...text.matchAll(hexRun)].flatMap(({ 0: run, index }) => {
    const hash = hashIn(text.slice(0, index), run, text.slice(index + run.length));
    return hash === undefined ? [] : [hash];
  });
  return new Map(found.map((hash) => [hash.toLowerCase().replace(/^0x/, ''), hash]));
}

/** Without the escapes of addresses (`%2F`); of bytes that are no text nothing is left to read. */
function unescaped(text: string): string {
  return text.replace(/(?:%[0-9a-f]{2})+/gi, (escapes) =>
    new TextDecoder().decode(
      Uint8Array.from(escapes.slice(1).split('%'), (byte) => Number.parseInt(byte, 16)),
    ),
  );
}

/**
 * A short text without its escapes, then with them: the digits of one may stand beside others. A link may be within others, and
 * comes to its end, as what an escape stands for is shorter.
 */
function readings(text: string): string[] {
  const found: string[] = [];
  let reading = text.normalize('NFKC');
  while (found[0] !== reading) {
    found.unshift(reading);
    reading = unescaped(reading).normalize('NFKC');
  }
  return found.flatMap((each) => [each, each.replace(/[\s\p{C}]/gu, '')]);
}

/** The different hashes that a text names, by the first of its readings that names any. */
function namedHashes(text: string): string[] {
  for (const reading of readings(text)) {
    const found = [...hashesIn(reading).values()];
    if (found.length > 0) return found;
  }
  return [];
}

/**
 * The hash that a text names, without what stands around or within it: the address of a page about it, also within another one,
 * a word, blanks, letters of another width. A payment that is written in two ways could be claimed twice. Text that names none,
 * or several, stays.
 */
export function paymentHash(text: string): string {
  const [found, ...others] = namedHashes(text);
  return found === undefined || others.length > 0 ? text : found;
}

/** Whether a text names several payments: with another hash beside its own, one could be claimed any number of times. */
export const namesSeveral = (text: string) => namedHashes(text).length > 1;
