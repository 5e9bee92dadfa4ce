/** A hash of 32 bytes, by which all our chains name payments. */
const hash = /(?<![0-9a-f])(?:0x)?[0-9a-f]{64}(?![0-9a-f])/gi;

const hashesIn = (text: string) =>
  new Map([...text.matchAll(hash)].map(([found]) => [found.toLowerCase().replace(/^0x/, ''), found]));

/**
 * The hash that a text names, without what stands around or within it: the address of a page about it, blanks, letters of
 * another width. A payment that is written in two ways could be claimed twice. Text that names none, or several, stays.
 */
export function paymentHash(text: string): string {
  const folded = text.normalize('NFKC');
  for (const candidate of [folded, folded.replace(/\s/g, '')]) {
    const [found, ...others] = hashesIn(candidate).values();
    if (found !== undefined && others.length === 0) return found;
  }
  return text;
}
