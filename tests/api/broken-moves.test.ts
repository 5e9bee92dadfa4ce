import { afterEach, beforeEach, expect, test } from 'vitest';
import { endConnections, moveRows } from '../../server/backup/move';
import { withClient } from '../../server/backup/with-client';
import { createTestDatabase, type TestDatabase } from '../support/test-database';

/* A move that breaks off in the middle of a table, of which more is on its way than either side holds. */

const application_name = 'averin moves';
let source: TestDatabase;
let target: TestDatabase;
beforeEach(async () => {
  [source, target] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  await source.superuser.pool.query(
    `insert into security_events (kind, detail)
     select 'limit_hit', case n when 5000 then 'planted' else repeat('x', 1900) end from generate_series(1, 20000) n`,
  );
});
afterEach(async () => {
  await source.drop();
  await target.drop();
});

const move = (signal = new AbortController().signal) =>
  withClient({ ...source.connections.owner, application_name }, (from) =>
    withClient({ ...target.connections.owner, application_name }, (to) =>
      moveRows(from, to, 'not empty', { signal, onCommit: () => {} }),
    ),
  );

const countRows = async () => {
  const { rows } = await target.superuser.pool.query('select from security_events');
  return rows.length;
};

test('fails by what the target refused, and can be done again', async () => {
  const refuse = "add constraint planted check (detail <> 'planted')";
  await target.superuser.pool.query(`alter table security_events ${refuse}`);
  await expect(move()).rejects.toThrow('violates check constraint "planted"');
  await target.superuser.pool.query('alter table security_events drop constraint planted');
  expect(await countRows()).toBe(0);
  expect((await move()).rows).toBeGreaterThanOrEqual(20_000);
  expect(await countRows()).toBe(20_000);
});

test('ends when both databases end its connections, as they do when it is told to stop', async () => {
  const { pool } = target.superuser;
  const sleep = "add constraint planted check (detail <> 'planted' or pg_sleep(600)::text is not null)";
  await pool.query(`alter table security_events ${sleep}`);
  const told = new AbortController();
  const moving = expect(move(told.signal)).rejects.toThrow();
  const isAsleep = async () => {
    const { rows } = await pool.query("select from pg_stat_activity where wait_event = 'PgSleep'");
    return rows.length;
  };
  await expect.poll(isAsleep).toBe(1);
  told.abort();
  for (const { connections } of [source, target]) await endConnections(connections.owner, application_name);
  await moving;
  expect(await countRows()).toBe(0);
});
