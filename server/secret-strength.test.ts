import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { secretProblem } from './secret-strength';

/** Bytes that look drawn by chance, and are the same in every run. */
const bytes = (seed: number, length: number) =>
  createHash('sha512').update(`secret ${seed}`).digest().subarray(0, length);

describe('a key', () => {
  test.each([
    ['x'.repeat(32)],
    ['0123456789abcdef0123456789abcdef'],
    ['abcd1234'.repeat(8)],
    ['Tr0ub4dor&3Tr0ub4dor&3Tr0ub4dor&3'],
    ['qwertyuiopasdfghjklzxcvbnm123456'],
    ['passwordpasswordpasswordpassword1'],
    ['change-me-change-me-change-me-change-me'],
    ['your-256-bit-secret-your-256-bit-secret'],
    ['my-super-secret-jwt-key-for-signing-tokens'],
    ['development-secret-at-least-32-bytes'],
    ['this is the secret key of our invest server'],
    ['correct horse battery staple correct horse battery staple'],
    ['aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab'],
  ])('like %j is easy to guess', (secret) => {
    expect(secretProblem(secret)).toContain('openssl rand');
  });

  test('that a machine has drawn is none, in whatever form', () => {
    for (let seed = 0; seed < 5; seed += 1) {
      for (const secret of [
        bytes(seed, 16).toString('hex'),
        bytes(seed, 32).toString('hex'),
        bytes(seed, 24).toString('base64'),
        bytes(seed, 48).toString('base64url'),
      ]) {
        expect([secret, secretProblem(secret)]).toEqual([secret, undefined]);
      }
    }
  });
});
