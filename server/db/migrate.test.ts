import type { MigrationMeta } from 'drizzle-orm/migrator';
import { expect, test } from 'vitest';
import { findPending, MigrationRefused } from './migrate';

const at0005 = 1795261667505;
const at0006 = 1795303309667;

const migration = (folderMillis: number): MigrationMeta => ({ sql: [], folderMillis, hash: '', bps: true });
const upgrade = [migration(at0006)];
const release = [migration(at0006 - 2), migration(at0006 - 1), migration(at0006)];

/** The times of what is left to do for a database that has had migrations of these times. */
function pendingAfter(applied: number[], all: MigrationMeta[]): number[] {
  return findPending(new Set(applied), upgrade, all).map(({ folderMillis }) => folderMillis);
}

test('an empty database gets the set, without the upgrade', () => {
  expect(pendingAfter([], release)).toEqual(release.map(({ folderMillis }) => folderMillis));
});

test('a database from before gets what it lacks, and what came after the first release', () => {
  const next = migration(at0006 + 1);
  expect(pendingAfter([1, at0005], [...release, next])).toEqual([at0006, at0006 + 1]);
  expect(pendingAfter([1, at0005, at0006], [...release, next])).toEqual([at0006 + 1]);
  expect(pendingAfter([1, at0005, at0006, at0006 + 1], [...release, next])).toEqual([]);
});

test('a migration made by a clock that was behind is not left out', () => {
  expect(pendingAfter([at0006 - 2, at0006 - 1, at0006], [...release, migration(7)])).toEqual([7]);
});

test('an operator’s own migration does not hide what the product’s lacks', () => {
  const own = at0005 + 1;
  const all = [...release, migration(own), migration(at0006 + 5)];
  expect(pendingAfter([1, at0005, own], all)).toEqual([at0006, at0006 + 5]);
});

test('a database of a newer version is left alone', () => {
  expect(pendingAfter([at0006 - 2, at0006 - 1, at0006, at0006 + 9], release)).toEqual([]);
});

test('an older database is refused, whatever else it has had', () => {
  expect(() => pendingAfter([1, at0005 - 1, at0005 + 1], release)).toThrow(MigrationRefused);
});
