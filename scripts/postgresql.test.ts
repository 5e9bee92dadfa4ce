import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { findBinaries } from '../server/db/embedded/binaries';
import { findOtherPostgres } from './postgresql';

let folder: string | undefined;
afterEach(() => {
  vi.unstubAllEnvs();
  if (folder !== undefined) rmSync(folder, { recursive: true });
  folder = undefined;
});

/** A folder of programs whose `postgres` prints this. */
function programs(version: string): string {
  folder = mkdtempSync(join(tmpdir(), 'averin-postgresql-'));
  writeFileSync(join(folder, 'postgres'), `#!/bin/sh\necho '${version}'\n`, { mode: 0o755 });
  return folder;
}

test('the one that is named is taken, with its major version', () => {
  const bin = programs('postgres (PostgreSQL) 16.4 (Debian 16.4-1)');
  vi.stubEnv('POSTGRESQL_BIN', bin);
  expect(findOtherPostgres()).toEqual({
    initdb: join(bin, 'initdb'),
    pgCtl: join(bin, 'pg_ctl'),
    major: '16',
  });
});

test('a name that leads to none is an error, not another one', () => {
  vi.stubEnv('POSTGRESQL_BIN', '/nowhere');
  expect(findOtherPostgres).toThrow('POSTGRESQL_BIN: /nowhere holds no PostgreSQL that starts');
  vi.stubEnv('POSTGRESQL_BIN', programs('something else'));
  expect(findOtherPostgres).toThrow('holds no PostgreSQL that starts');
});

test('one of the system is of another major version than the embedded one', () => {
  vi.stubEnv('POSTGRESQL_BIN', '');
  expect(findOtherPostgres()?.major).not.toBe(findBinaries().major);
});
