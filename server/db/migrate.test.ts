import type { MigrationMeta } from 'drizzle-orm/migrator';
import { expect, test } from 'vitest';
import { findPending, isNewer, MigrationRefused } from './migrate';

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

test('what a database lacks is found wherever an operator has put a migration of their own', () => {
  const [own, first, second] = [migration(at0006 + 7), migration(at0006 + 5), migration(at0006 + 9)];
  const installed = [at0006 - 2, at0006 - 1, at0006];
  const before = [1, at0005, at0006];
  for (const had of [installed, before]) {
    for (const all of [
      [...release, first, second, own],
      [...release, first, own, second],
      [...release, own, first, second],
    ]) {
      expect(pendingAfter([...had, own.folderMillis], all)).toEqual([at0006 + 5, at0006 + 9]);
      expect(pendingAfter([...had, at0006 + 5, own.folderMillis], all)).toEqual([at0006 + 9]);
      expect(pendingAfter([...had, at0006 + 9], all)).toEqual(
        all.slice(3).flatMap(({ folderMillis }) => (folderMillis === at0006 + 9 ? [] : [folderMillis])),
      );
    }
  }
});

test('a later version is told by any migration since the first release that this one does not have', () => {
  const row = (at: number) => ({ at, opens: null, unfinished: false });
  const newer = (applied: number[], all: MigrationMeta[]) => isNewer(applied.map(row), upgrade, all);
  const own = migration(at0006 + 7);
  const installed = [at0006 - 2, at0006 - 1, at0006];
  for (const had of [installed, [1, at0005, at0006], [1, at0005, at0005 + 1, at0006]]) {
    expect(newer(had, release)).toBe(false);
    expect(newer([...had, at0006 + 7], [...release, own])).toBe(false);
    expect(newer([...had, at0006 + 7, at0006 + 5], [...release, own])).toBe(true);
    expect(newer([...had, at0006 + 5, at0006 + 7], [...release, own])).toBe(true);
  }
});

test('a database of a newer version is left alone', () => {
  expect(pendingAfter([at0006 - 2, at0006 - 1, at0006, at0006 + 9], release)).toEqual([]);
});

test('an older database is refused, whatever else it has had', () => {
  expect(() => pendingAfter([1, at0005 - 1, at0005 + 1], release)).toThrow(MigrationRefused);
});
