import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readClient, readPool } from '../../server/history/reader';
import { makeActivity, makeSealer, sealAll, verify } from '../support/history';
import { startTestApp, type TestApp } from '../support/test-app';
import { createTestDatabase, type TestDatabase } from '../support/test-database';

/* What the server's own role may add to the sealed history and take from it, and that it is found (docs/ledger.md). */

let app: TestApp;
let admin: string;
let size: number;
beforeAll(async () => {
  app = await startTestApp();
  admin = await app.signInAsAdmin();
  await makeActivity(app, admin);
  await sealAll(app.database);
  size = (await verify(readPool(app.database.pool))).size;
});
afterAll(() => app.close());

/** What the check says after statements of the server's role, which are taken back. */
async function afterStatements(
  statements: readonly string[],
  options: Parameters<typeof verify>[1] = {},
): Promise<string | undefined> {
  const client = await app.database.pool.connect();
  try {
    await client.query('begin');
    for (const statement of statements) await client.query(statement);
    return (await verify(readClient(client), options)).finding?.message;
  } finally {
    await client.query('rollback');
    client.release();
  }
}

const leafOf = (index: number, eventId: string | number) =>
  `insert into history_leaves (index, kind, row_id, blind, hash)
   values (${index}, 'event', ${eventId}, gen_random_uuid(), '\\x00')`;
const strayLeaf = (index: number) =>
  `Leaf ${index} of the history was not made by sealing: it is none of the ${size} that are signed.`;

test('a row among older ones is named, also with a leaf of its own beyond those that are signed or before the first', async () => {
  const event = `insert into audit_events (id, at, action, subject_type, subject_id, written_in)
    values (900001, now() - interval '300 days', 'user.frozen', 'wallet', 'x', (select min(written_in) from audit_events))`;
  for (const index of [1_000_000_000, size, -1]) {
    expect(await afterStatements([event, leafOf(index, 900001)])).toBe(
      'Audit event 900001 was added, and is older than the sealed history says.',
    );
  }
});

test('a leaf or a node that no sealer has made is named', async () => {
  const { tree } = await verify(readPool(app.database.pool));
  for (const index of [2_000_000_001, size, -1]) {
    expect(await afterStatements([leafOf(index, 800_000)])).toBe(strayLeaf(index));
    // Also where only what came since is looked at.
    expect(await afterStatements([leafOf(index, 800_000)], { after: tree })).toBe(strayLeaf(index));
  }
  const whole = Math.floor(size / 16);
  const places = [
    [4, whole],
    [4, -1],
    [8, 1_000_000],
    [5, 0],
    [64, 0],
    [2_000_000_000, 0],
  ];
  for (const [level, index] of places) {
    const node = `insert into history_nodes (level, index, hash) values (${level}, ${index}, '\\x00')`;
    expect(await afterStatements([node])).toBe(
      `Node ${index} of level ${level} was not made by sealing: there is none over the ${size} leaves that are signed.`,
    );
  }
  expect(await afterStatements([])).toBeUndefined();
});

test('an event whose key is gone is named where nobody was erased', async () => {
  const gone = `delete from person_keys where person_id in (select id from users where type = 'admin')`;
  expect(await afterStatements([gone])).toMatch(
    /^Audit event \d+ cannot be read: the key of whom it is about is gone, and nobody was erased\.$/,
  );
});

test('nobody gets another key in the place of one that something was sealed with', async () => {
  const admins = `select id from users where type = 'admin'`;
  const another = `insert into person_keys (person_id, salt) select id, sha256('other') from (${admins}) a`;
  await expect(
    afterStatements([`delete from person_keys where person_id in (${admins})`, another]),
  ).rejects.toThrow('was sealed with another key');
});

/** Events of a database with nothing else. */
const addEvents = (pool: pg.Pool, count: number) =>
  pool.query(
    `insert into audit_events (action, subject_type, subject_id)
     select 'user.frozen', 'wallet', n::text from generate_series(1, $1) n`,
    [count],
  );

/** A database with some sealed events. */
async function inSealed(events: number, work: (own: TestDatabase) => Promise<void>): Promise<void> {
  const own = await createTestDatabase();
  try {
    await addEvents(own.database.pool, events);
    await sealAll(own.database);
    await work(own);
  } finally {
    await own.drop();
  }
}

test('a sealer that finds a place or a row taken says so in words, and seals nothing', async () => {
  const taken: Readonly<Record<string, string>> = {
    [leafOf(5, 900_000)]: 'history_leaves, Key (index)=(5) already exists.',
    [leafOf(2_000_000_001, '(select max(id) + 1 from audit_events)')]:
      'history_leaves, Key (kind, row_id)=(event, 6) already exists.',
    "insert into history_nodes (level, index, hash) values (4, 0, '\\x00')":
      'history_nodes, Key (level, index)=(4, 0) already exists.',
  };
  for (const [statement, said] of Object.entries(taken)) {
    await inSealed(5, async ({ database }) => {
      await database.pool.query(statement);
      await addEvents(database.pool, 20);
      const logged: string[] = [];
      const sealer = makeSealer(database, { interval: 10, log: ({ message }) => logged.push(message) });
      sealer.start();
      await expect.poll(() => logged).toHaveLength(1);
      await sealer.stop();
      expect(logged).toEqual([
        `The sealed history in the database has what was not made by sealing, where the next rows are to be sealed: ${said} npm run verify names the first that is wrong (docs/ledger.md).`,
      ]);
      expect((await verify(readPool(database.pool))).finding?.message).toContain('was not made by sealing');
    });
  }
});

test('a check beside a sealer that works sees no leaf without its checkpoint', async () => {
  await inSealed(5, async ({ database }) => {
    await addEvents(database.pool, 400);
    const sealer = makeSealer(database, { batch: 3 });
    let sealing = true;
    const sealed = sealAll(database, sealer).finally(() => {
      sealing = false;
    });
    let checks = 0;
    for (; sealing; checks += 1) {
      expect((await verify(readPool(database.pool))).finding).toBeUndefined();
    }
    expect(await sealed).toBe(400);
    expect(checks).toBeGreaterThan(3);
    await sealer.stop();
  });
});
