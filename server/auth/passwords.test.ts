import * as argon2 from '@node-rs/argon2';
import { describe, expect, test, vi } from 'vitest';
import { beforeVoid, createPasswords, voided, voidPasswordHash } from './passwords';

// Calls are watched, and made as ever.
vi.mock('@node-rs/argon2', async (original) => {
  const { hash, verify } = await original<typeof argon2>();
  return { hash, verify: vi.fn(verify) };
});

/** argon2id of version 19, its memory in KiB, passes and lanes. */
const asDocumented = /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/;

describe('a password', () => {
  test('is hashed at the documented cost, and known again', async () => {
    const passwords = await createPasswords();
    const hashed = await passwords.hash('correct horse');
    expect(hashed).toMatch(asDocumented);
    expect(await passwords.verify('correct horse', hashed)).toBe(true);
    expect(await passwords.verify('correct house', hashed)).toBe(false);
  });

  test('that is none costs the same to look at, and is never right', async () => {
    const passwords = await createPasswords();
    expect(voidPasswordHash()).toMatch(asDocumented);
    expect(await passwords.verify('', voidPasswordHash())).toBe(false);
    vi.mocked(argon2.verify).mockClear();
    expect(await passwords.verify('correct horse', undefined)).toBe(false);
    expect(vi.mocked(argon2.verify).mock.calls).toEqual([
      [expect.stringMatching(asDocumented), 'correct horse'],
    ]);
  });

  test('that was voided, once or twice, is right no more at the same cost, and can still be told', async () => {
    const passwords = await createPasswords();
    const hashed = await passwords.hash('correct horse');
    const none = voided(hashed);
    expect(none).toMatch(asDocumented);
    expect(await passwords.verify('correct horse', none)).toBe(false);
    expect(voided(none)).toBe(none);
    expect(beforeVoid(none)).toBe(hashed);
    expect(beforeVoid(hashed)).toBe(hashed);
  });

  test('is found among hashes, and costs the same for each, whether there is one or not', async () => {
    const passwords = await createPasswords();
    const [one, other] = [await passwords.hash('correct horse'), await passwords.hash('battery staple')];
    expect(await passwords.findMatch('correct horse', [one, other])).toBe(0);
    expect(await passwords.findMatch('battery staple', [one, other])).toBe(1);
    for (const hashes of [
      [one, other],
      [one, undefined],
      [undefined, undefined],
    ]) {
      vi.mocked(argon2.verify).mockClear();
      expect(await passwords.findMatch('correct house', hashes)).toBeUndefined();
      expect(vi.mocked(argon2.verify)).toHaveBeenCalledTimes(2);
    }
  });
});
