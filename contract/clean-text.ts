// What people type, without what nobody sees: characters that show nothing let two different names look the same, and
// those that turn the direction of writing let a name rewrite what stands beside it.

/** Shows nothing: bidirectional controls, zero-width characters, fillers, variation selectors, tags, blank braille. */
const invisible = /[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb\u2800]/gu;
/** The invisible ones that some scripts are written with, between letters of a word. */
const joiners = /[\u200c\u200d]/g;
const joined =
  /[\p{scx=Arab}\p{scx=Syrc}\p{scx=Mong}\p{scx=Deva}\p{scx=Beng}\p{scx=Guru}\p{scx=Gujr}\p{scx=Orya}\p{scx=Taml}\p{scx=Telu}\p{scx=Knda}\p{scx=Mlym}\p{scx=Sinh}\p{scx=Khmr}\p{scx=Mymr}\p{scx=Tibt}]/u;
const letter = /[\p{L}\p{M}]/u;
/** White space that breaks no line and is no control character. */
const blanks = /\p{Zs}+/gu;

/** Letters with more marks than any text that is taken has ({@link isReadable}). */
const endlessTower = /\p{M}{16}/u;

/** In the composed form. Marks are sorted for that, which takes the square of how many follow one another: an endless tower stays. */
const composed = (text: string) => (endlessTower.test(text) ? text : text.normalize('NFC'));

const joins = (character: string | undefined) =>
  character !== undefined && letter.test(character) && joined.test(character);

/**
 * Text in its composed form, without the characters that show nothing. Those that join letters stay where they do. What
 * came of it is left as it is when it comes again, so that two texts that look the same are the same.
 */
export function visibleText(text: string): string {
  let before: string;
  let seen = text;
  // What stood around a removed character may be composed otherwise now. Each further round has removed a joiner.
  do {
    before = seen;
    seen = composed(
      withoutJoiners(
        composed(seen.replace(invisible, (found) => (found.search(joiners) === 0 ? found : ''))),
      ),
    );
  } while (seen !== before);
  return seen;
}

function withoutJoiners(text: string): string {
  return text.replace(joiners, (found, at: number) => {
    // No letter of these scripts takes two units of UTF-16.
    return joins(text[at - 1]) && joins(text[at + 1]) ? found : '';
  });
}

/** One line of text: visible, with single blanks inside and none around. */
export function cleanLine(text: string): string {
  return visibleText(text).replace(blanks, ' ').trim();
}

/** Several lines of text: visible, with nothing around them. */
export function cleanLines(text: string): string {
  return visibleText(text).trim();
}

const otherDigits = /(?![0-9])\p{Nd}/gu;
/** Signs as wide as the letters of Chinese and Japanese, which stand where the narrow ones do, so much further on. */
const wideSigns = /[\uff01-\uff5e]/g;
const wideBy = 0xfee0;
/** What stands between the digits of a number in Arabic. */
const arabicPoint = /\u066b/g;
const arabicComma = /\u066c/g;

/** Unicode has the digits of each script in a row from zero to nine, some rows right behind one another. */
function digitValue(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let first = code;
  while (/\p{Nd}/u.test(String.fromCodePoint(first - 1))) first -= 1;
  return String((code - first) % 10);
}

/** Text with the digits of every script, and the signs that stand with them, as 0 to 9 and as a keyboard has them. */
export function plainDigits(text: string): string {
  return text
    .replace(wideSigns, (sign) => String.fromCharCode(sign.charCodeAt(0) - wideBy))
    .replace(otherDigits, digitValue)
    .replace(arabicPoint, '.')
    .replace(arabicComma, ',');
}

/** Half of a character: UTF-8 has no form for it, and the database would store another one. */
const halves = /\p{Cs}/u;
/** More accents on a letter than any language writes, which run over the lines around; Burmese writes six. */
const tower = /\p{M}{9}|\p{Script=Inherited}{5}/u;

/** Whether text is whole characters. */
export const isWhole = (text: string) => !halves.test(text);

/** Whether no letter carries a tower of accents. */
export const isReadable = (text: string) => !tower.test(text);
