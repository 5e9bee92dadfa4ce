import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo, createServer as createNetServer } from 'node:net';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { z } from '../../contract/zod';
import { createCheckpointKey, readCheckpoints } from '../../server/history/checkpoint';
import { joinTexts } from '../../server/history/leaf-text';
import { growFrom, leafHash, type Subtree } from '../../server/history/merkle';
import { readCheckpointFile, startCheckpointSender } from '../../server/history/publish';
import { type Reader, readClient, readPool } from '../../server/history/reader';
import { leavesAfter, sealBatch } from '../../server/history/seal-batch';
import type { Sealer } from '../../server/history/sealer';
import { createHistory } from '../../server/history/state';
import {
  countsOf,
  findingOf,
  historyKey,
  historyOrigin,
  makeActivity,
  makeSealer,
  newCheckpointFile,
  sealAll,
  verify,
} from '../support/history';
import { beginHolding, countWaiting } from '../support/hold';
import { verifyOtherwise } from '../support/other-verifier';
import { patient } from '../support/patience';
import { drawFrom, makeRandomHistories } from '../support/random-history';
import { randomRuns } from '../support/random-runs';
import { startTestApp, type TestApp } from '../support/test-app';
import { createTestDatabase } from '../support/test-database';

/* The sealed history (docs/ledger.md): what is sealed, by whom, and what the check of it finds. */

/** Random histories on one database, so that the whole of it is checked after each in a short time. */
const historiesOfOne = 50;

let app: TestApp;
let admin: string;
beforeAll(async () => {
  app = await startTestApp();
  admin = await app.signInAsAdmin();
});
afterAll(() => app.close());

const counts = () => countsOf(app.database);
const seal = (sealer?: Sealer) => sealAll(app.database, sealer);

test('each entry, report and event is sealed once, and the check finds nothing', async () => {
  await makeActivity(app, admin);
  const file = newCheckpointFile();
  const sealer = makeSealer(app.database, { file, batch: 3 });
  await seal(sealer);
  await makeActivity(app, admin);
  await seal(sealer);
  expect(await sealer.sealAll()).toBe(0);
  const published = readCheckpoints(readFileSync(file, 'utf8'));
  expect(published.length).toBeGreaterThan(5);
  const verified = await verify(readPool(app.database.pool), { earlier: published });
  expect(verified.finding).toBeUndefined();
  expect(verified.size).toBe((await counts()).rows);
  await sealer.stop();
});

const countOf = z.object({ count: z.number() });

test('a check that goes on from an earlier one reads the leaves that came since, and no whole table', async () => {
  await makeActivity(app, admin);
  await seal();
  const pool = readPool(app.database.pool);
  let [whole, leaves] = [0, 0];
  const counting: Reader = {
    async rows<Row extends pg.QueryResultRow>(text: string, values?: readonly unknown[], extent?: 'whole') {
      const rows = await pool.rows<Row>(text, values, extent);
      if (extent === 'whole') whole += 1;
      if (/as hashes/.test(text)) leaves += countOf.parse(rows[0]).count;
      return rows;
    },
  };
  const first = await verify(counting);
  expect([first.finding, leaves]).toEqual([undefined, first.size]);
  expect(whole).toBeGreaterThan(3);
  await makeActivity(app, admin);
  const added = await seal();
  [whole, leaves] = [0, 0];
  const second = await verify(counting, { after: first.tree });
  expect([second.finding, second.size, leaves, whole]).toEqual([undefined, first.size + added, added, 0]);

  // What was read before is not read again, but it must still be there.
  const goesOn = async (...statements: string[]) => afterTampering(statements, { after: second.tree });
  const beyond = `size >= ${second.size}`;
  expect(
    await goesOn(
      `delete from history_leaves where index >= ${first.size}`,
      `delete from history_checkpoints where size > ${first.size}`,
    ),
  ).toBe(`${second.size} leaves were checked before, and the history has ${first.size}: the end is missing.`);
  expect(await goesOn(`update history_checkpoints set root = sha256(root) where ${beyond}`)).toBe(
    `The checkpoint of ${second.size} leaves is another one than before.`,
  );
  expect(second.tree.size).toBe(second.size);
  expect(await goesOn()).toBeUndefined();
});

/** Works behind the product's back, with the triggers off, and takes back what it did. */
async function behindItsBack<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await app.superuser.pool.connect();
  try {
    await client.query('begin');
    await client.query('set local session_replication_role = replica');
    return await work(client);
  } finally {
    await client.query('rollback');
    client.release();
  }
}

/** What the check says after statements behind the product's back. */
async function afterTampering(
  statements: string | readonly string[],
  options: Parameters<typeof verify>[1] = {},
): Promise<string | undefined> {
  return behindItsBack(async (client) => {
    for (const statement of [statements].flat()) await client.query(statement);
    return (await verify(readClient(client), options)).finding?.message;
  });
}

/** Another value of a column of a type: of one that is there, and of none. */
const otherValue: Readonly<Record<string, (column: string) => string>> = {
  bigint: (column) => `coalesce(${column} + 1000000, 1)`,
  integer: (column) => `coalesce(${column} + 1000000, 1)`,
  text: (column) => `coalesce(${column} || 'x', 'x')`,
  boolean: (column) => `not ${column}`,
  uuid: () => 'gen_random_uuid()',
  bytea: (column) => `coalesce(${column} || '\\x00'::bytea, '\\x00')`,
  jsonb: () => `'{"status": "LOST", "version": 1}'`,
  xid8: () => `'3'`,
  'timestamp with time zone': (column) => `coalesce(${column} + interval '1 second', now())`,
};

test('a change of any column of any sealed table is found', async () => {
  const { deposit, waiting } = await makeActivity(app, admin);
  await seal();
  const which: Readonly<Record<string, string>> = {
    ledger_entries: `transaction_id = '${deposit}'`,
    ledger_postings: 'entry_id = (select max(id) from ledger_entries) and line = 1',
    audit_events: `subject_id = '${deposit}' and action = 'transaction.created'`,
    transactions: `id = '${waiting}'`,
    history_leaves: `transaction_id = '${deposit}'`,
    history_nodes: 'index = 0',
    history_checkpoints: 'size = (select max(size) from history_checkpoints)',
  };
  const { rows: columns } = await app.superuser.pool.query<{ table: string; column: string; type: string }>(
    `select table_name as table, column_name as column, data_type as type from information_schema.columns
     where table_schema = 'public' and table_name = any($1) order by 1, 2`,
    [Object.keys(which)],
  );
  const { rows: constraints } = await app.superuser.pool.query<{ table: string; name: string }>(
    `select conrelid::regclass::text as table, conname as name from pg_constraint where contype = 'c'`,
  );
  expect(columns.length).toBeGreaterThan(60);
  const found: Record<string, string | undefined> = {};
  for (const { table, column, type } of columns) {
    const value = otherValue[type]?.(column);
    expect(value, type).toBeDefined();
    found[`${table}.${column}`] = await afterTampering([
      ...constraints
        .filter((one) => one.table === table)
        .map(({ name }) => `alter table ${table} drop constraint ${name}`),
      `update ${table} set ${column} = ${value} where ${which[table]}`,
    ]);
  }
  // Which PostgreSQL a checkpoint was made in says nothing about what was sealed.
  expect(Object.keys(found).filter((name) => found[name] === undefined)).toEqual([
    'history_checkpoints.cluster',
  ]);
  // As if a dump had been restored then, after which sealing goes on elsewhere.
  expect(
    await afterTampering(`update history_checkpoints set last_written_in = '800000000', last_kind = 'entry', last_id = '0'
      where ${which.history_checkpoints}`),
  ).toMatch(/^The checkpoint of \d+ leaves was changed\.$/);
  expect(found).toMatchObject({
    'transactions.amount': `The report of transaction ${waiting} was changed after it was sealed.`,
    'transactions.transaction_id': `The report of transaction ${waiting} was changed after it was sealed.`,
    'transactions.status': expect.stringContaining(`Transaction ${waiting}`),
    'ledger_entries.sealed_reason': expect.stringMatching(/^Ledger entry \d+ was changed/),
    'audit_events.actor_id': expect.stringMatching(/^Audit event \d+ was changed/),
    'ledger_postings.amount': expect.stringMatching(/^Ledger entry \d+ was changed/),
  });
});

/** A pool whose connections break at their n-th statement. */
function breakingAt(pool: pg.Pool, statement: number): pg.Pool {
  const connect = async () => {
    const client = await pool.connect();
    let count = 0;
    const breaking = async (text: string, values?: unknown[]) => {
      count += 1;
      if (count === statement) {
        const { rows: pids } = await client.query('select pg_backend_pid() as pid');
        await app.superuser.pool.query('select pg_terminate_backend($1)', [pids[0].pid]);
      }
      return client.query(text, values);
    };
    return new Proxy(client, { get: (of, name) => (name === 'query' ? breaking : bound(of, name)) });
  };
  return new Proxy(pool, { get: (of, name) => (name === 'connect' ? connect : bound(of, name)) });
}

function bound(of: object, name: string | symbol): unknown {
  const value: unknown = Reflect.get(of, name);
  return typeof value === 'function' ? value.bind(of) : value;
}

/** Makes leaves and nodes of the rows as they are, as a forger who has the code does. */
async function rebuild(client: pg.PoolClient): Promise<void> {
  const { rows } = await client.query<{ index: string; text: string }>(
    `select l.index, r.text from history_leaves l ${joinTexts} order by l.index`,
  );
  const tree = growFrom(0, []);
  const nodes: Subtree[] = [];
  for (const { index, text } of rows) {
    const hash = leafHash(text);
    tree.add(hash, (subtree) => nodes.push(subtree));
    await client.query('update history_leaves set hash = $2 where index = $1', [index, hash]);
  }
  for (const { level, index, hash } of nodes) {
    await client.query('update history_nodes set hash = $3 where level = $1 and index = $2', [
      level,
      index,
      hash,
    ]);
  }
}

test('rows that are removed, added, swapped or cut off are found and named', async () => {
  const { deposit, waiting } = await makeActivity(app, admin);
  const file = newCheckpointFile();
  const sealer = makeSealer(app.database, { file });
  await seal(sealer);
  const earlier = readCheckpoints(readFileSync(file, 'utf8'));
  const [event, entry] = [
    (await app.database.pool.query('select max(id)::text as id from audit_events')).rows[0].id,
    (await app.database.pool.query('select max(id)::text as id from ledger_entries')).rows[0].id,
  ];
  expect(await afterTampering(`delete from audit_events where id = ${event}`)).toBe(
    `Audit event ${event} is missing.`,
  );
  expect(await afterTampering(`delete from ledger_entries where id = ${entry}`)).toBe(
    `Ledger entry ${entry} is missing.`,
  );
  expect(await afterTampering(`delete from transactions where id = '${waiting}'`)).toBe(
    `The report of transaction ${waiting} is missing.`,
  );
  expect(
    await afterTampering(`insert into ledger_postings values (${entry}, 99, 'money', 'balance', 1, false)`),
  ).toBe(`Ledger entry ${entry} was changed after it was sealed.`);
  expect(
    await afterTampering(`insert into ledger_postings values (${entry}9, 1, 'money', 'balance', 1, false)`),
  ).toBe(`Ledger entry ${entry}9 is missing, and has postings.`);
  // Of a transaction that was over long ago, and of one that nobody has begun.
  for (const writtenIn of ['3', '9000000000']) {
    expect(
      await afterTampering(`insert into audit_events (id, action, subject_type, subject_id, written_in)
        values (7000000, 'user.frozen', 'wallet', 'x', '${writtenIn}')`),
    ).toBe('Audit event 7000000 was added, and is older than the sealed history says.');
  }
  const swap = await afterTampering(
    `update transactions t set amount = o.amount, crypto = o.crypto from transactions o
     where t.id in ('${deposit}', '${waiting}') and o.id in ('${deposit}', '${waiting}') and o.id <> t.id`,
  );
  expect(swap).toBe(`The report of transaction ${deposit} was changed after it was sealed.`);
  const swapped = await afterTampering([
    'drop index history_leaves_row_key',
    `update history_leaves l set row_id = o.row_id from history_leaves o
     where l.kind = 'event' and o.kind = 'event' and l.row_id in (${event}, ${event} - 1) and o.row_id in (${event}, ${event} - 1)
       and o.row_id <> l.row_id`,
  ]);
  expect(swapped).toMatch(/^Audit event \d+ was changed after it was sealed\.$/);
  // The last checkpoint with its leaves, as if they had never been: a copy of it elsewhere tells.
  const last = earlier.at(-1)?.checkpoint.size ?? 0;
  const cut = [
    `delete from history_leaves where index >= ${last} - 3`,
    `delete from history_checkpoints where size > ${last} - 3`,
    `delete from history_nodes where (index + 1) * 2 ^ level > ${last} - 3`,
  ];
  expect(await afterTampering(cut, { earlier })).toContain('the end is missing');
  expect(await findingOf(app.database, { earlier })).toBeUndefined();
  await sealer.stop();
});

/** A row like another one with other values, as whoever owns the database adds it. */
const likeRow = (table: string, where: string, values: object) =>
  `insert into ${table} select (jsonb_populate_record(o, '${JSON.stringify(values)}')).* from ${table} o where ${where}`;

test('an entry or a report that is put among older ones is named', async () => {
  const { deposit } = await makeActivity(app, admin);
  await seal();
  const ofDeposit = `transaction_id = '${deposit}'`;
  // Of a transaction that was over long ago, and of one that nobody has begun.
  for (const written_in of ['3', '9000000000']) {
    const entry = [
      likeRow('ledger_entries', ofDeposit, { id: 7_000_000, written_in }),
      ...[1, 2].map(
        (line) => `insert into ledger_postings values (7000000, ${line}, 'money', 'balance', ${line}, false)`,
      ),
    ];
    expect(await afterTampering(entry)).toBe(
      'Ledger entry 7000000 was added, and is older than the sealed history says.',
    );
    const id = randomUUID();
    const report = likeRow('transactions', `id = '${deposit}'`, { id, transaction_id: id, written_in });
    expect(await afterTampering(report)).toBe(
      `The report of transaction ${id} was added, and is older than the sealed history says.`,
    );
  }
});

test('what is removed in the middle is named: a leaf, a node, a posting, and a checkpoint that was given', async () => {
  const file = newCheckpointFile();
  const { deposit } = await makeActivity(app, admin);
  await seal(makeSealer(app.database, { file, batch: 3 }));
  await makeActivity(app, admin);
  await seal(makeSealer(app.database, { file, batch: 3 }));
  const { rows } = await app.database.pool.query<{ id: string; leaves: string }>(
    `select e.id, (select count(*) from history_leaves) as leaves from ledger_entries e where e.transaction_id = $1`,
    [deposit],
  );
  const [{ id, leaves } = { id: '', leaves: '' }] = rows;
  const middle = Math.floor(Number(leaves) / 2);
  expect(await afterTampering(`delete from history_leaves where index = ${middle}`)).toBe(
    `Leaf ${middle} of the history is missing.`,
  );
  expect(await afterTampering('delete from history_nodes where level = 4 and index = 1')).toBe(
    'Node 1 of level 4 was changed or is missing.',
  );
  expect(await afterTampering(`delete from ledger_postings where entry_id = ${id} and line = 1`)).toBe(
    `Ledger entry ${id} was changed after it was sealed.`,
  );
  const earlier = readCheckpoints(readFileSync(file, 'utf8'));
  const size = earlier.at(-2)?.checkpoint.size;
  const remove = `delete from history_checkpoints where size = ${size}`;
  expect(await afterTampering(remove, { earlier })).toBe(
    `The checkpoint of ${size} leaves was removed from the history.`,
  );
  // Also where its leaves are not read again.
  const { tree } = await verify(readPool(app.database.pool));
  expect(await afterTampering(remove, { earlier, after: tree })).toBe(
    `The checkpoint of ${size} leaves was removed from the history.`,
  );
  expect(await findingOf(app.database, { earlier })).toBeUndefined();
});

test('leaves are looked for one by one, also where statistics know of none of their kind', async () => {
  const own = await createTestDatabase();
  const { pool } = own.superuser;
  try {
    // As after a restored dump: all reports have leaves, then the statistics were made, and events follow.
    await pool.query(`
      insert into history_leaves (index, kind, transaction_id, blind, hash)
      select n, 'report', gen_random_uuid(), gen_random_uuid(), '' from generate_series(0, 19999) n`);
    await pool.query(`
      insert into audit_events (action, subject_type, subject_id)
      select 'user.created', 'user', n::text from generate_series(1, 20000) n`);
    await pool.query('analyze');
    const { text, values } = leavesAfter(5_000, 20_000, { writtenIn: '1', kind: 'entry', id: '0' });
    const { rows } = await pool.query<{ 'QUERY PLAN': string }>(`explain ${text}`, values);
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    const looks = plan.match(/ on history_leaves h(_\d)? .*\n.*/g) ?? [];
    expect(looks.length).toBeGreaterThanOrEqual(3);
    for (const look of looks) expect(look).toMatch(/Index Cond: .*(row_id|transaction_id) = /);
  } finally {
    await own.drop();
  }
});

test('what a process has sealed that died before it published is published by the next one', async () => {
  const file = newCheckpointFile();
  await makeActivity(app, admin);
  await seal(makeSealer(app.database, { file }));
  const before = readCheckpoints(readFileSync(file, 'utf8'));
  await makeActivity(app, admin);
  // The transaction that seals is over, and nothing comes after it.
  const options = { key: historyKey, origin: historyOrigin, batch: 100_000 };
  const memory = { published: before.at(-1)?.checkpoint };
  let note: string | undefined;
  await expect
    .poll(async () => {
      const sealed = await sealBatch(app.database.pool, memory, options);
      if (sealed?.count) note = sealed.note;
      const { rows, leaves } = await counts();
      return rows - leaves;
    })
    .toBe(0);
  expect(readCheckpoints(readFileSync(file, 'utf8'))).toEqual(before);
  const next = makeSealer(app.database, { file });
  expect(await next.sealAll()).toBe(0);
  await next.stop();
  const after = readCheckpoints(readFileSync(file, 'utf8'));
  expect(after.map((one) => one.note)).toEqual([...before.map((one) => one.note), note]);
  expect(await findingOf(app.database, { earlier: after })).toBeUndefined();
});

test('whoever changes a row together with its leaf and all nodes above is found by the signature', async () => {
  const { deposit } = await makeActivity(app, admin);
  const sealer = makeSealer(app.database);
  await seal(sealer);
  const { rows } = await app.database.pool.query<{ index: string }>(
    'select index from history_leaves where transaction_id = $1',
    [deposit],
  );
  const { finding } = await behindItsBack(async (client) => {
    await client.query(`update transactions set amount = amount * 10 where id = $1`, [deposit]);
    await rebuild(client);
    return verify(readClient(client));
  });
  const [, from, to] =
    /^The leaves (\d+) to (\d+) are not those that were signed/.exec(finding?.message ?? '') ?? [];
  expect(Number(from)).toBeLessThanOrEqual(Number(rows[0]?.index));
  expect(Number(to)).toBeGreaterThanOrEqual(Number(rows[0]?.index));
  await sealer.stop();
});

test('an erasure changes nothing of it, and hides no other removal', async () => {
  const person = await makeActivity(app, admin);
  const body = { status: 'DECLINED' };
  for (const id of [person.waiting, person.withdrawal]) {
    await app.call('PUT', `/api/transaction/${id}`, {
      token: admin,
      body,
      headers: { 'x-reason': 'As agreed' },
    });
  }
  const sealer = makeSealer(app.database);
  await seal(sealer);
  // Without the key of the person, and with no event of an erasure, it is not one.
  const forged = [
    `delete from person_keys where person_id = '${person.userId}'`,
    `update transactions set wallet = null, transaction_id = null where user_id = '${person.userId}'`,
  ];
  expect(await afterTampering(forged)).toContain('nobody was erased');
  await app.call('PUT', `/api/account/${person.userId}`, {
    token: admin,
    body: { balance: 0 },
    headers: { 'x-reason': 'Paid' },
  });
  const erased = await app.call('POST', `/api/user/${person.userId}/erasure`, {
    token: admin,
    body: { email: person.email },
    headers: { 'x-reason': 'By%20letter' },
  });
  expect(erased.status).toBe(200);
  expect(await findingOf(app.database)).toBeUndefined();
  await seal(sealer);
  expect(await findingOf(app.database)).toBeUndefined();
  // What is hashed with it is gone: nobody can try which destination it was.
  const { rows } = await app.database.pool.query('select 1 from person_keys where person_id = $1', [
    person.userId,
  ]);
  expect(rows).toEqual([]);
  expect(await afterTampering(`update transactions set wallet = 'x' where id = '${person.withdrawal}'`)).toBe(
    `The report of transaction ${person.withdrawal} has texts that were erased.`,
  );
  await sealer.stop();
});

test('what was written first by a transaction that ends last is sealed, and nothing overtakes it for good', async () => {
  const sealer = makeSealer(app.database);
  await seal(sealer);
  const slow = await beginHolding(app.superuser.pool);
  const event = (what: string) =>
    `insert into audit_events (action, subject_type, subject_id) values ('user.frozen', 'wallet', '${what}') returning id`;
  const first = (await slow.query(event('slow'))).rows[0].id;
  const second = (await app.superuser.pool.query(event('quick'))).rows[0].id;
  // The one that is over waits for the one before it.
  expect(await sealer.sealAll()).toBe(0);
  await slow.query('commit');
  slow.release();
  expect(await seal(sealer)).toBe(2);
  const { rows } = await app.database.pool.query(
    `select row_id::text as id from history_leaves where kind = 'event' order by index desc limit 2`,
  );
  expect(rows.map(({ id }) => id)).toEqual([second, first]);
  expect(await findingOf(app.database)).toBeUndefined();
  await sealer.stop();
});

test('several sealers at once seal each row once', async () => {
  const sealers = [1, 2, 3].map((batch) => makeSealer(app.database, { batch }));
  for (let round = 0; round < 5; round += 1) {
    await Promise.all([makeActivity(app, admin), ...sealers.map(({ sealAll }) => sealAll())]);
  }
  await seal(sealers[0]);
  expect(await findingOf(app.database)).toBeUndefined();
  await Promise.all(sealers.map(({ stop }) => stop()));
});

test('a sealer whose connection is ended at any statement leaves nothing half done', async () => {
  for (let statement = 1; statement <= 8; statement += 1) {
    await makeActivity(app, admin);
    const memory = { published: undefined };
    const options = { key: historyKey, origin: historyOrigin, batch: 1000 };
    await sealBatch(breakingAt(app.database.pool, statement), memory, options).catch(() => {});
    expect(await findingOf(app.database)).toBeUndefined();
  }
  const sealer = makeSealer(app.database);
  await seal(sealer);
  expect(await findingOf(app.database)).toBeUndefined();
  await sealer.stop();
});

test('a clock that is set back changes nothing', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2020-01-01T00:00:00Z') });
  const file = newCheckpointFile();
  try {
    await app.superuser.pool.query(
      `insert into audit_events (at, action, subject_type, subject_id) values ('2019-01-01', 'user.frozen', 'wallet', 'back')`,
    );
    await seal(makeSealer(app.database, { file }));
  } finally {
    vi.useRealTimers();
  }
  const sealer = makeSealer(app.database, { file });
  await makeActivity(app, admin);
  await seal(sealer);
  const published = readCheckpoints(readFileSync(file, 'utf8'));
  expect(published.some(({ checkpoint }) => checkpoint.sealedAt.getUTCFullYear() === 2020)).toBe(true);
  expect(await findingOf(app.database, { earlier: published })).toBeUndefined();
  await sealer.stop();
});

test('nothing is signed that does not begin with what was signed before', async () => {
  const file = newCheckpointFile();
  await makeActivity(app, admin);
  await seal(makeSealer(app.database, { file }));
  await makeActivity(app, admin);
  const others = makeSealer(app.database, { key: createCheckpointKey(new Uint8Array(32).fill(1)) });
  await expect(others.sealAll()).rejects.toThrow('not signed by the key of this server');
  const [{ checkpoint } = { checkpoint: undefined }] = readCheckpoints(readFileSync(file, 'utf8')).slice(-1);
  if (!checkpoint) throw new Error('No checkpoint was published');
  // A database that lacks the end of what was published, and one with another past.
  const { size, root } = checkpoint;
  writeFileSync(file, `\n${historyKey.sign({ ...checkpoint, size: size + 1_000 })}`);
  await expect(makeSealer(app.database, { file }).sealAll()).rejects.toThrow('move the file of checkpoints');
  writeFileSync(file, `\n${historyKey.sign({ ...checkpoint, root: Buffer.from(root).fill(0, 0, 4) })}`);
  await expect(makeSealer(app.database, { file }).sealAll()).rejects.toThrow('is not what was signed');
  expect(await findingOf(app.database, { earlier: readCheckpoints(readFileSync(file, 'utf8')) })).toContain(
    'that was given',
  );
});

test('a checkpoint that was not written to its end, wherever it was cut, is no checkpoint and spoils none after it', async () => {
  const file = newCheckpointFile();
  const sealed = await sealedTwice(file);
  const whole = readFileSync(file);
  const kept = sealed.slice(0, -1);
  const before = Buffer.from(kept.map(({ note }) => `\n${note}`).join(''));
  expect(whole.subarray(0, before.length).equals(before)).toBe(true);
  for (let length = before.length; length <= whole.length; length += 1) {
    writeFileSync(file, whole.subarray(0, length));
    // What was cut is written once more; it stands there twice where nothing but its last line feed was missing.
    const sealer = makeSealer(app.database, { file });
    await sealer.sealAll();
    await sealer.stop();
    const read = new Map(readCheckpoints(readFileSync(file, 'utf8')).map((one) => [one.note, one]));
    expect([...read.values()], `cut at byte ${length}`).toEqual(sealed);
  }
  expect(await findingOf(app.database, { earlier: sealed })).toBeUndefined();
  // Of former versions, which began a new checkpoint in the line that was cut.
  for (let length = before.length; length < whole.length - 1; length += 1) {
    writeFileSync(file, Buffer.concat([whole.subarray(0, length), whole.subarray(before.length)]));
    expect(readCheckpoints(readFileSync(file, 'utf8')), `cut at byte ${length}`).toEqual(sealed);
  }
});

test('a file that is longer than what is read of it at a time has all its checkpoints, whatever is between them', async () => {
  const file = newCheckpointFile();
  const notes = (await sealedTwice(file)).map(({ note }) => note);
  const [first = '', second = ''] = notes;
  const torn = first.slice(0, -9);
  const pair = `\n${first}${second}\n${torn}\n\n${first}— another.example ${'A'.repeat(91)}=\nno note\n`;
  for (const before of [0, 1, 97, 3_001]) {
    const text = `${'-'.repeat(before)}\n${pair.repeat(3_000)}`;
    writeFileSync(file, text);
    const read: string[] = [];
    for await (const { note } of readCheckpointFile(file)) read.push(note);
    const whole = readCheckpoints(text).map(({ note }) => note);
    expect(whole).toHaveLength(9_000);
    // Not by the comparison of the two, which would print them.
    expect([read.length, read.join() === whole.join()]).toEqual([whole.length, true]);
  }
  expect(await findingOf(app.database, { earlier: readCheckpointFile(file) })).toBeUndefined();
});

/** Seals what there is and something more; answers the checkpoints in the file: two, or more where it had to wait for others. */
async function sealedTwice(file: string) {
  for (let round = 0; round < 2; round += 1) {
    await makeActivity(app, admin);
    await seal(makeSealer(app.database, { file, batch: 100_000 }));
  }
  const sealed = readCheckpoints(readFileSync(file, 'utf8'));
  expect(sealed.length).toBeGreaterThan(1);
  return sealed;
}

/** Has all be sealed, and what is written after it comes from a dump of another PostgreSQL. */
async function restoreDump(): Promise<void> {
  await app.superuser.pool.query(
    `insert into audit_events (action, subject_type, subject_id)
     select 'user.frozen', 'wallet', n::text from generate_series(1, 4) n`,
  );
  await seal(makeSealer(app.database, { batch: 3 }));
  await makeActivity(app, admin);
  await app.superuser.transact(async ({ db }) => {
    // What was written there has numbers of transactions that are still to come here.
    await db.execute('set local session_replication_role = replica');
    await db.execute(`update history_checkpoints set cluster = '1', last_written_in = '800000000', last_kind = 'entry', last_id = '0'
      where size = (select max(size) from history_checkpoints)`);
    const leafOf = {
      ledger_entries: `l.kind = 'entry' and l.row_id = row.id`,
      transactions: 'l.transaction_id = row.id',
      audit_events: `l.kind = 'event' and l.row_id = row.id`,
    };
    for (const [table, leaf] of Object.entries(leafOf)) {
      await db.execute(`update ${table} row set written_in = '900000000'
        where not exists (select from history_leaves l where ${leaf})`);
    }
  });
}

test('a dump that is restored into another PostgreSQL goes on being sealed', async () => {
  await restoreDump();
  const before = await counts();
  expect(await findingOf(app.database)).toBeUndefined();
  const history = createHistory(app.database, historyKey, newCheckpointFile(), () => {});
  const waiting = async () => (await history.read()).waiting;
  expect(await waiting()).toBe(before.rows - before.leaves);
  // By transactions whose numbers are lower than of those that are sealed, while nothing is.
  await makeActivity(app, admin);
  const after = await counts();
  expect(await waiting()).toBe(after.rows - after.leaves);
  const here = makeSealer(app.database, { batch: 3 });
  expect(await here.sealAll()).toBe(after.rows - after.leaves);
  await makeActivity(app, admin);
  expect(await seal(here)).toBeGreaterThan(5);
  expect(await waiting()).toBe(0);
  await makeActivity(app, admin);
  const { rows, leaves } = await counts();
  expect(await waiting()).toBe(rows - leaves);
  await seal(here);
  expect(await makeSealer(app.database).sealAll()).toBe(0);
  expect(await findingOf(app.database)).toBeUndefined();
});

test('a sealer that fails at any statement of what a restored dump brings seals all of it the next time', async () => {
  for (let statement = 1; statement <= 8; statement += 1) {
    await restoreDump();
    const memory = { published: undefined };
    const options = { key: historyKey, origin: historyOrigin, batch: 1000 };
    await sealBatch(breakingAt(app.database.pool, statement), memory, options).catch(() => {});
    const waiting = async () => {
      await sealBatch(app.database.pool, memory, options);
      const { rows, leaves } = await counts();
      return rows - leaves;
    };
    await expect.poll(waiting, { timeout: patient(60_000) }).toBe(0);
    expect(await findingOf(app.database)).toBeUndefined();
  }
});

test('checkpoints are sent to the address of the operator, the newest as soon as it can be reached', async () => {
  const received: string[] = [];
  let refuses = true;
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      if (!refuses) received.push(body);
      response.writeHead(refuses ? 503 : 204).end();
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const failures: string[] = [];
  const sender = startCheckpointSender(`http://127.0.0.1:${port}/`, ({ message }) => failures.push(message));
  const file = newCheckpointFile();
  const sealer = makeSealer(app.database, { file, sender });
  await makeActivity(app, admin);
  await seal(sealer);
  // One that waits for other rows to be sealed as well is tried again meanwhile.
  await expect.poll(() => new Set(failures)).toEqual(new Set(['CHECKPOINT_URL answered 503']));
  // Sealing does not wait for it.
  await makeActivity(app, admin);
  expect(await seal(sealer)).toBeGreaterThan(5);
  refuses = false;
  await sealer.stop();
  expect(received).toEqual([readCheckpoints(readFileSync(file, 'utf8')).at(-1)?.note]);
  server.close();
});

/** An address that takes checkpoints, and what it has got. */
async function collect() {
  const received: string[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      received.push(body);
      response.writeHead(204).end();
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return { received, url: `http://127.0.0.1:${port}/`, close: () => server.close() };
}

test('a checkpoint is sent also while the disk of the file is full, and anew after a start, as nothing says whether it had left', async () => {
  const address = await collect();
  const fail = (error: Error) => {
    throw error;
  };
  const full = makeSealer(app.database, {
    file: '/dev/full',
    sender: startCheckpointSender(address.url, fail),
  });
  await makeActivity(app, admin);
  const { received } = address;
  for (let round = 0; round < 2; round += 1) await expect(full.sealAll()).rejects.toThrow('ENOSPC');
  await expect.poll(() => received.length).toBe(1);
  await full.stop();
  // What a stop cuts is sent once more.
  const before = received.length;
  const file = newCheckpointFile();
  await seal(makeSealer(app.database, { file }));
  const newest = readCheckpoints(readFileSync(file, 'utf8')).at(-1)?.note;
  const again = makeSealer(app.database, { file, sender: startCheckpointSender(address.url, fail) });
  await again.sealAll();
  await again.sealAll();
  await expect.poll(() => received.slice(before)).toEqual([newest]);
  await again.stop();
  address.close();
});

test('an address that says nothing holds a stop up for a moment only', async () => {
  const silent = createNetServer();
  await new Promise<void>((done) => silent.listen(0, '127.0.0.1', done));
  const { port } = silent.address() as AddressInfo;
  const failures: string[] = [];
  const sender = startCheckpointSender(`http://127.0.0.1:${port}/`, ({ message }) => failures.push(message));
  const reached = new Promise((resolve) => silent.once('connection', resolve));
  sender.send('note');
  await reached;
  const begun = performance.now();
  await sender.stop();
  expect(performance.now() - begun).toBeLessThan(patient(8_000));
  // The try that was cut is not said to have failed.
  expect(failures).toEqual(['CHECKPOINT_URL has not answered within 2 s']);
  silent.close();
});

test('a check that is under way when the server stops is broken off, which is no failure of it', async () => {
  const own = await createTestDatabase();
  const failures: unknown[] = [];
  const history = createHistory(own.database, historyKey, newCheckpointFile(), (error) =>
    failures.push(error),
  );
  const holder = await beginHolding(own.superuser.pool);
  try {
    await holder.query('lock table audit_events in access exclusive mode');
    const asked = history.checkAll().catch(() => {});
    // The count of what waits to be sealed, and the check.
    await expect.poll(() => countWaiting(holder), { interval: 20 }).toBeGreaterThan(1);
    await history.stop();
    expect(failures).toEqual([]);
    await holder.query('rollback');
    await asked;
    expect((await history.checkAll()).check).toMatchObject({ running: false, problem: null });
  } finally {
    holder.release(true);
    await own.drop();
  }
});

test('a verifier that shares no code with the product finds the same: nothing, and a row that was changed', async () => {
  await makeActivity(app, admin);
  await seal();
  const key = historyKey.verifierKey(historyOrigin);
  // Of the histories of all the tests above, an erased person and a restored dump among them.
  expect(await verifyOtherwise(app.superuser.pool, key)).toBeUndefined();
  const { rows } = await app.superuser.pool.query<{ id: string }>(
    'select max(id)::text as id from ledger_entries',
  );
  const found = await behindItsBack(async (client) => {
    await client.query('update ledger_entries set actor_id = gen_random_uuid() where id = $1', [rows[0]?.id]);
    return verifyOtherwise(client, key);
  });
  expect(found).toBe(`entry ${rows[0]?.id} was changed`);
});

test('of many random histories neither verifier finds anything', async () => {
  const seed = Number(process.env.SEALING_SEED ?? Math.floor(Math.random() * 2 ** 31));
  const runs = randomRuns(5);
  console.log(`sealed history: SEALING_SEED=${seed}, ${runs} histories`);
  const below = drawFrom(seed);
  for (let done = 0; done < runs; done += historiesOfOne) {
    const own = await createTestDatabase();
    try {
      const count = Math.min(historiesOfOne, runs - done);
      await makeRandomHistories(own, below, count, (run, finding) =>
        expect(finding, `history ${done + run}`).toBeUndefined(),
      );
      const { rows } = await own.database.pool.query<{ kind: string }>(
        `select distinct kind from history_leaves union select action from audit_events
         where action in ('person.erased', 'transaction.status_changed') order by 1`,
      );
      expect(rows.map(({ kind }) => kind)).toEqual([
        ...['entry', 'event', 'person.erased', 'report', 'transaction.status_changed'],
      ]);
      expect(
        await verifyOtherwise(own.superuser.pool, historyKey.verifierKey(historyOrigin)),
      ).toBeUndefined();
    } finally {
      await own.drop();
    }
  }
});
