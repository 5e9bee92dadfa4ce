/** The code points that a font has a letter for, by its table `cmap` (OpenType, format 12: groups of code points). */
export function codePointsOf(font: Buffer): ReadonlySet<number> {
  const tableAt = (name: string) => {
    const tables = Array.from({ length: font.readUInt16BE(4) }, (_, index) => 12 + 16 * index);
    const found = tables.find((at) => font.toString('latin1', at, at + 4) === name);
    if (found === undefined) throw new Error(`The font has no table ${name}`);
    return font.readUInt32BE(found + 8);
  };
  const map = tableAt('cmap');
  const encodings = Array.from({ length: font.readUInt16BE(map + 2) }, (_, index) => map + 4 + 8 * index);
  const groups = encodings
    .map((at) => map + font.readUInt32BE(at + 4))
    .find((at) => font.readUInt16BE(at) === 12);
  if (groups === undefined) throw new Error('The font has no groups of code points');
  const found = new Set<number>();
  for (let index = 0; index < font.readUInt32BE(groups + 12); index += 1) {
    const at = groups + 16 + 12 * index;
    const last = font.readUInt32BE(at + 4);
    for (let code = font.readUInt32BE(at); code <= last; code += 1) found.add(code);
  }
  return found;
}

const unshown = 'letters that this document cannot show';
/** Stands for a word that cannot be printed. */
const hole = '\uE000';

/**
 * A text as it is printed with a font that has these letters: words with others are left out, and in their place it says so;
 * `what` was left out is said where nothing remains.
 */
export function printable(text: string, letters: ReadonlySet<number>, what: string): string {
  const isShown = (word: string) => [...word].every((letter) => letters.has(letter.codePointAt(0) ?? 0));
  const words = text.replace(/\S+/g, (word) => (isShown(word) ? word : hole));
  if (!words.includes(hole)) return text;
  if (words.replaceAll(hole, '').trim() === '') return `${what} in ${unshown}; see the account`;
  return words.replace(/\uE000(?:\s+\uE000)*/g, `[${unshown}]`);
}
