import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';
import { validation } from '../contract/messages';
import { refuse } from './errors/refusal';

/** Characters whose strength is estimated: an estimate takes more than linear time, and this much tells enough. */
const estimated = 32;
const substitutions = 20;
/** Of 0 to 4: more than 10^8 guesses (NIST SP 800-63B-4 leaves the measure to the operator). */
const leastScore = 3;

/** What the operator asks of a password. */
export interface PasswordPolicy {
  /** Characters. */
  passwordMin: number;
  /** Whether new passwords are held against lists of known ones, and with `strict` against an estimate of guesses. */
  passwordList: 'on' | 'off' | 'strict';
}

/** Whose password it is: what an attacker who knows the person tries first. Nothing when that is not known. */
export type PasswordOwner = Partial<Record<'email' | 'firstName' | 'lastName', string>>;

let list: Set<string> | undefined;
let estimator: ZxcvbnFactory | undefined;

/** The passwords of the lists, in lower case; put together when they are first needed. */
function known(): Set<string> {
  list ??= new Set(dictionary['passwords-common'].map((password) => String(password).toLowerCase()));
  return list;
}

function estimate(password: string, words: string[]): number {
  estimator ??= new ZxcvbnFactory({
    dictionary,
    graphs: adjacencyGraphs,
    maxLength: estimated,
    l33tMaxSubstitutions: substitutions,
  });
  return estimator.check(password, words).score;
}

/** The words of a person that are no secret, in lower case and without what stands between them. */
function wordsOf({ email = '', firstName = '', lastName = '' }: PasswordOwner): string[] {
  const [localPart = ''] = email.split('@');
  const words = [email, localPart, firstName, lastName, firstName + lastName, lastName + firstName];
  return words.map(plain).filter((word) => word !== '');
}

function plain(text: string): string {
  return text.toLowerCase().replaceAll(/[\s._+-]/g, '');
}

/**
 * What is wrong with a new password, in words for the person; `undefined` when nothing is. Checks its length, the lists
 * of known passwords, the person's own data, and with `strict` how many guesses it would take.
 */
export function passwordProblem(
  password: string,
  owner: PasswordOwner,
  { passwordMin, passwordList }: PasswordPolicy,
): string | undefined {
  if (password.length < passwordMin) return validation.passwordMinimum(passwordMin);
  if (passwordList === 'off') return undefined;
  if (known().has(password.toLowerCase())) return validation.passwordKnown;
  const words = wordsOf(owner);
  if (words.includes(plain(password))) return validation.passwordPersonal;
  if (passwordList === 'strict' && estimate(password, words) < leastScore)
    return validation.passwordGuessable;
  return undefined;
}

/** Refuses a new password that the policy does not allow: throws `validation` on the field it came in. */
export function requireGoodPassword(
  password: string,
  field: string,
  owner: PasswordOwner,
  policy: PasswordPolicy,
): void {
  const problem = passwordProblem(password, owner, policy);
  if (problem !== undefined) throw refuse.invalid(problem, field);
}
