import { expect, test } from 'vitest';
import { explainRefused } from './configured-database';

const refusal = (code: string, syscall: string, more: object = {}) =>
  Object.assign(new Error(`${code}: refused, ${syscall}`), { code, syscall, ...more });

test('a full disk is said, whether a file of ours or one of the database found no room', () => {
  for (const code of ['ENOSPC', 'EDQUOT', '53100'])
    expect(explainRefused(refusal(code, 'write'))).toMatch(/^A disk is full: .*Make room there/);
});

test('a file that is refused is not said to be a port', () => {
  for (const syscall of ['open', 'mkdir', 'access']) {
    const said = explainRefused(refusal('EACCES', syscall, { path: '/data/jwt-secret' }));
    expect(said).toContain(`EACCES: refused, ${syscall}`);
    expect(said).not.toMatch(/PORT|HOST|DATABASE_URL/);
  }
});

test('what is refused for its rights, or breaks off, ends in a sentence, wherever the library has put the cause', () => {
  const wrapped = (code: string, message: string) =>
    new Error('Failed query: select 1', { cause: Object.assign(new Error(message), { code }) });
  expect(explainRefused(wrapped('42501', 'permission denied for schema drizzle'))).toMatch(
    /^DATABASE_URL: its role may not .* \(permission denied for schema drizzle\)\. Start once with DATABASE_OWNER_URL .*\.$/,
  );
  expect(explainRefused(wrapped('57P01', 'terminating connection'))).toMatch(
    /^The database does not answer any more.*\(terminating connection\)/,
  );
});
