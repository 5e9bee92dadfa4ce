import { describe, expect, test } from 'vitest';
import { type PasswordPolicy, passwordProblem } from './password-policy';

const owner = { email: 'Ada.Lovelace@example.com', firstName: 'Augusta Ada', lastName: 'King-Noel' };
const on: PasswordPolicy = { passwordMin: 6, passwordList: 'on' };
const strict: PasswordPolicy = { passwordMin: 15, passwordList: 'strict' };

const known = 'This password is on lists of known passwords; choose another one';
const personal = 'Your name or email address is no password; choose another one';
const guessable = 'This password is easy to guess; choose a longer one or one with less common words';

describe('a new password', () => {
  test.each(['123456', 'password', 'PassWord1', 'qwerty123', 'iloveyou'])('is not %s: known', (password) => {
    expect(passwordProblem(password, owner, on)).toBe(known);
    expect(passwordProblem(password, {}, on)).toBe(known);
  });

  test.each([
    'ada.lovelace@example.com',
    'ADALOVELACE',
    'ada_lovelace',
    'King Noel',
    'augusta ada king-noel',
    'KingNoelAugustaAda',
  ])('is not %s: the own name or address', (password) => {
    expect(passwordProblem(password, owner, on)).toBe(personal);
    expect(passwordProblem(password, { ...owner, email: 'x@example.com', lastName: 'X' }, on)).not.toBe(
      known,
    );
  });

  test.each(['123456789012345', 'aaaaaaaaaaaaaaaaaaaa', 'Password123!Password123!', 'qwertyuiopasdfghjkl'])(
    'is %s where only lists count, and too easy to guess where guesses do',
    (password) => {
      expect(passwordProblem(password, owner, on)).toBeUndefined();
      expect(passwordProblem(password, owner, strict)).toBe(guessable);
    },
  );

  test('is easier to guess for who knows the person', () => {
    const maximiliana = { email: 'max@example.com', firstName: 'Maximiliana', lastName: 'Featherstone' };
    expect(passwordProblem('Maximiliana1985!', maximiliana, strict)).toBe(guessable);
    expect(passwordProblem('Maximiliana1985!', owner, strict)).toBeUndefined();
  });

  test('is as long as the operator says', () => {
    expect(passwordProblem('walrus paints', owner, strict)).toBe(
      'the password must have 15 characters or more',
    );
    expect(passwordProblem('short', owner, { passwordMin: 6, passwordList: 'off' })).toBeDefined();
  });

  test('is whatever it is where the operator wants no list', () => {
    expect(passwordProblem('password', owner, { passwordMin: 6, passwordList: 'off' })).toBeUndefined();
  });

  test('of 256 characters made to be looked at for long costs no more than a short one', () => {
    const spent = (password: string) => {
      const start = process.cpuUsage();
      passwordProblem(password, owner, strict);
      const { user, system } = process.cpuUsage(start);
      return user + system;
    };
    const hostile = '(p@$$w0rd4@8({[<369&!1|70'.repeat(11).slice(0, 256);
    const best = (password: string) => Math.min(...Array.from({ length: 5 }, () => spent(password)));
    // The same start, so the same work; unbounded the long one takes some ten times as much.
    expect(best(hostile)).toBeLessThan(4 * best(hostile.slice(0, 32)));
  });
});
