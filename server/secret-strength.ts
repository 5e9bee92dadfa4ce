import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';

/** Characters that are looked at: an estimate takes more than linear time, and this much tells enough. */
const estimated = 100;
/** Powers of ten; 32 random hexadecimal digits are never below 26. */
const leastGuesses = 24;
/** 32 random hexadecimal digits have fewer about once in a million. */
const leastDistinct = 9;
/** Shares. Text is made of words, and words of vowels; letters drawn by chance are seldom in a row, or have few. */
const mostInWords = 0.5;
const leastVowels = 0.29;

let estimator: ZxcvbnFactory | undefined;

/**
 * What is wrong with a key that a machine should have drawn; `undefined` when nothing is. Finds few characters, repeats,
 * sequences, known passwords, and text that somebody wrote.
 */
export function secretProblem(secret: string): string | undefined {
  const looked = secret.slice(0, estimated);
  if (new Set(looked).size < leastDistinct || isText(looked) || guessesOf(looked) < leastGuesses) {
    return 'easy to guess; take the output of: openssl rand -base64 48';
  }
  return undefined;
}

/** Powers of ten: what each part of it takes to guess. */
function guessesOf(secret: string): number {
  estimator ??= new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, maxLength: estimated });
  return estimator.check(secret).sequence.reduce((sum, { guessesLog10 }) => sum + guessesLog10, 0);
}

/** Whether it looks like words: "my-super-secret-key-for-signing-tokens". */
function isText(secret: string): boolean {
  const letters = (secret.match(/[A-Z]?[a-z]{3,}|[A-Z][a-z]{2,}/g) ?? []).join('');
  const vowels = letters.replaceAll(/[^aeiouAEIOU]/g, '');
  return letters.length > secret.length * mostInWords && vowels.length > letters.length * leastVowels;
}
