import { expect, test } from 'vitest';
import { createPersonalSeal, withoutSeal } from './personal-seal';

const secret = new Uint8Array(32).fill(1);
const salt = new Uint8Array(32).fill(2);
const { seal, open, textKey } = createPersonalSeal(secret);

test('what was sealed is opened with the secret, the salt and what it is about, and with nothing less', () => {
  const sealed = seal(salt, 'Ada Lovelace', 'event 1');
  expect(sealed.includes('Ada')).toBe(false);
  expect(open(salt, sealed, 'event 1')).toBe('Ada Lovelace');
  expect(open(salt, sealed, 'event 2')).toBeUndefined();
  expect(open(new Uint8Array(32).fill(3), sealed, 'event 1')).toBeUndefined();
  expect(open(null, sealed, 'event 1')).toBeUndefined();
  const other = createPersonalSeal(new Uint8Array(32).fill(4));
  expect(other.open(salt, sealed, 'event 1')).toBeUndefined();
});

test('the same text is sealed in another way each time', () => {
  expect(seal(salt, 'Ada', 'event').equals(seal(salt, 'Ada', 'event'))).toBe(false);
});

test('the key of texts is of the secret, of each person and of what it is for', () => {
  const [one, nonce] = [new Uint8Array(32).fill(3), new Uint8Array(32).fill(8)];
  const keys = [
    textKey([salt, one], nonce),
    textKey([salt], nonce),
    textKey([one], nonce),
    textKey([salt, one], new Uint8Array(32).fill(9)),
    createPersonalSeal(new Uint8Array(32).fill(4)).textKey([salt, one], nonce),
  ];
  expect(new Set(keys.map((key) => key.toString('hex'))).size).toBe(keys.length);
  expect(textKey([salt, one], nonce)).toEqual(keys[0]);
});

test('a connection without the secret seals nothing, and says so', () => {
  expect(() => withoutSeal.seal(salt, 'Ada', 'event')).toThrow('without the secret');
});
