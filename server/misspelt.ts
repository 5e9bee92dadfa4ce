import { settingNames } from './environment';

/** Shorter names are one slip away from names that any system has: HOST from HOME. */
const leastLetters = 6;

const lettersOf = (name: string) => name.toUpperCase().replace(/[^A-Z0-9]/g, '');

/**
 * Whether a word is another with at most one slip: a letter too many, too few or another one, or two neighbours in each other's
 * place. Two slips would take HTTP_URL or SITE_URL for SMTP_URL; a distance that counts letters sees no neighbours.
 */
function isNearly(word: string, other: string): boolean {
  const shorter = Math.min(word.length, other.length);
  let start = 0;
  while (start < shorter && word[start] === other[start]) start += 1;
  let end = 0;
  while (end < shorter - start && word.at(-1 - end) === other.at(-1 - end)) end += 1;
  const left = word.slice(start, word.length - end);
  const right = other.slice(start, other.length - end);
  return Math.max(left.length, right.length) <= 1 || (left.length === 2 && left === `${right[1]}${right[0]}`);
}

/** What is said of each variable that is no setting and has nearly the name of one. An empty variable counts as unset. */
export function misspeltSettings(env: NodeJS.ProcessEnv): string[] {
  const known = settingNames.filter((setting) => lettersOf(setting).length >= leastLetters);
  return Object.entries(env).flatMap(([name, value]) => {
    if (settingNames.includes(name) || !value?.trim()) return [];
    const meant = known.filter((setting) => isNearly(lettersOf(name), lettersOf(setting)));
    return meant.length === 0 ? [] : [`${name} is not a setting: did you mean ${meant.join(' or ')}?`];
  });
}
