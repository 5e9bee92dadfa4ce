import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { cancelWait, requireStandby, startLeader } from '../../tests/support/synchronous';
import { refusalOf } from '../errors/failures';
import type { Database } from './client';

/* A server whose commits wait for a standby, and the standby is away. */

let database: Database;
let stop: () => Promise<void>;

beforeAll(async () => {
  ({ database, stop } = await startLeader());
  await database.db.execute(sql`create table written (name text primary key)`);
});
afterAll(() => stop());

const write = (name: string) =>
  database
    .transact((tx) => tx.db.execute(sql`insert into written values (${name})`))
    .then(
      () => 'acknowledged',
      (error: unknown) => refusalOf(error)?.code,
    );

async function written(): Promise<unknown[]> {
  const { rows } = await database.pool.query<{ name: string }>('select name from written order by name');
  return rows.map(({ name }) => name);
}

describe('a write that no standby has', () => {
  beforeEach(() => requireStandby(database, 'nobody'));

  test('is not acknowledged, and seen by nobody before a standby may be missing', async () => {
    expect(await write('one')).toBe('unavailable');
    expect(await written()).toEqual([]);
    await requireStandby(database, '');
    await expect.poll(written).toEqual(['one']);
    expect(await write('two')).toBe('acknowledged');
  });

  test('is not acknowledged when an operator cancels its waiting', async () => {
    const asked = write('three');
    await cancelWait(database);
    expect(await asked).toBe('unavailable');
    await requireStandby(database, '');
  });
});
