import { expect, test } from 'vitest';
import { explainRefused } from './configured-database';

const refusal = (code: string, syscall: string, more: object = {}) =>
  Object.assign(new Error(`${code}: refused, ${syscall}`), { code, syscall, ...more });

test('a port that is refused is said as one', () => {
  expect(explainRefused(refusal('EACCES', 'listen'))).toMatch(/^Port \d+ on .* is not allowed to this user/);
  expect(explainRefused(refusal('EADDRINUSE', 'listen'))).toMatch(/^Port \d+ on .* is in use/);
  expect(explainRefused(refusal('EADDRNOTAVAIL', 'listen'))).toMatch(/^HOST .* is not an address/);
});

test('a full disk is said, whether a file of ours or one of the database found no room', () => {
  for (const code of ['ENOSPC', '53100'])
    expect(explainRefused(refusal(code, 'write'))).toMatch(/^A disk is full: .*Make room there/);
});

test('a file that is refused is not said to be a port', () => {
  for (const syscall of ['open', 'mkdir', 'access']) {
    const said = explainRefused(refusal('EACCES', syscall, { path: '/data/jwt-secret' }));
    expect(said).toContain(`EACCES: refused, ${syscall}`);
    expect(said).not.toMatch(/PORT|HOST/);
  }
});
