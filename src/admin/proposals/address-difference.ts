/** Where a text differs from another one: what both begin with, what lies between, and what both end with. */
export function differenceOf(text: string, other: string) {
  const shorter = Math.min(text.length, other.length);
  let first = 0;
  while (first < shorter && text[first] === other[first]) first += 1;
  let last = 0;
  while (last < shorter - first && text.at(-1 - last) === other.at(-1 - last)) last += 1;
  return {
    start: text.slice(0, first),
    differs: text.slice(first, text.length - last),
    end: text.slice(text.length - last),
  };
}
