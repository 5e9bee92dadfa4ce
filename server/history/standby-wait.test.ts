import { afterAll, beforeAll, expect, test } from 'vitest';
import { cancelWait, requireStandby, startLeader } from '../../tests/support/synchronous';
import type { Database } from '../db/client';
import { migrateDatabase } from '../db/migrate';
import { refusalOf } from '../errors/failures';
import { createCheckpointKey } from './checkpoint';
import { sealBatch } from './seal-batch';

/* Sealing on a server whose commits wait for a standby, and the standby is away. */

let database: Database;
let stop: () => Promise<void>;

beforeAll(async () => {
  ({ database, stop } = await startLeader());
  await migrateDatabase(database.pool, database.seal, { say: () => {} });
});
afterAll(() => stop());

test('a checkpoint that no standby has is not published: after a takeover it may not be there', async () => {
  await database.pool.query(
    `insert into audit_events (action, subject_type, subject_id) values ('user.frozen', 'wallet', 'sealed')`,
  );
  await requireStandby(database, 'nobody');
  const key = createCheckpointKey(new Uint8Array(32).fill(9));
  const seal = () =>
    sealBatch(database.pool, { published: undefined }, { key, origin: 'test.example/history', batch: 10 });
  // The second time all has its leaves already, on this machine alone.
  for (let time = 1; time <= 2; time += 1) {
    const asked = seal().then(
      (sealed) => sealed?.note,
      (error: unknown) => refusalOf(error)?.code,
    );
    await Promise.race([cancelWait(database), asked]);
    expect(await asked).toBe('unavailable');
  }
  await requireStandby(database, '');
  expect((await seal())?.note).toContain('test.example/history');
});
