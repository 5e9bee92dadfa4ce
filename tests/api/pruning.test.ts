import { randomUUID } from 'node:crypto';
import { readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { transactionSchema } from '../../contract/transaction';
import { z } from '../../contract/zod';
import type { Retention } from '../../server/config';
import { removeRows } from '../../server/db/batches';
import { openDatabase } from '../../server/db/client';
import { proofs } from '../../server/db/schema/money';
import { removeUnusedProofs } from '../../server/proofs/proofs';
import { startPruning } from '../../server/pruning';
import { mailFolder } from '../../server/services';
import { buildDeposit } from '../builders';
import { bookProblems } from '../support/books';
import { freePort } from '../support/free-port';
import { findingOf, sealAll } from '../support/history';
import { beginHolding, countWaiting } from '../support/hold';
import { picture } from '../support/images';
import { startTestApp, type TestApp } from '../support/test-app';

let app: TestApp;
let investor: Awaited<ReturnType<TestApp['signUp']>>;
beforeAll(async () => {
  app = await startTestApp();
});
beforeEach(async () => {
  investor = await app.signUp();
});
afterEach(() => vi.useRealTimers());
afterAll(() => app.close());

const asEver: Retention = { mails: 30, sessions: 90, securityEvents: 90, people: 0 };

/** Prunes what has served, once. */
async function prune(retention: Partial<Retention> = {}, of = app): Promise<void> {
  const pruning = startPruning(of.database, { ...asEver, ...retention }, () => {}, mailFolder(of));
  await pruning.prune();
  await pruning.stop();
}

/** A deposit that names an image of its own. */
async function depositWithImage({ app, call }: TestApp, token: string) {
  const headers = { 'content-type': 'image/jpeg', authorization: `Bearer ${token}` };
  const payload = await picture().jpeg().toBuffer();
  const sent = await app.inject({ method: 'POST', url: '/api/proofs', headers, payload });
  const body = buildDeposit({ imageUrl: sent.json().data.imageUrl });
  return transactionSchema.parse((await call('POST', '/api/transaction/create', { token, body })).data);
}

/**
 * Rows that are as many days old as said, in each table that is pruned; `$1` is a name for the row, `$2` its age in days.
 * `column` finds them again. Where a row's time is that of its end, its age counts from there.
 */
const tables = {
  otps: {
    days: 2,
    column: 'email',
    insert: `insert into otps (id, purpose, email, code_hmac, created_at, expires_at)
      values (gen_random_uuid(), 'reset_password', $1, '', now() - $2 * interval '1 day', now())`,
  },
  reset_tokens: {
    days: 1,
    column: 'token_hash',
    insert: `insert into reset_tokens (token_hash, user_id, expires_at)
      select $1, id, now() - $2 * interval '1 day' from users limit 1`,
  },
  pending_registrations: {
    days: 7,
    column: 'email',
    insert: `insert into pending_registrations
        (id, email, first_name, last_name, phone_number, country, password_hash, created_at)
      values (gen_random_uuid(), $1, '', '', '', '', '', now() - $2 * interval '1 day')`,
  },
  // Idle ones as well: the networks of a person's sessions of 90 days are known ones.
  sessions: {
    days: 90,
    column: 'user_agent',
    insert: `insert into sessions (id, user_id, created_at, last_seen_at, expires_at, user_agent)
      select gen_random_uuid(), id, now() - interval '1 year', now() - interval '1 year', now() - $2 * interval '1 day',
        $1 from users limit 1`,
  },
  idempotency_keys: {
    days: 30,
    column: 'key',
    insert: `insert into idempotency_keys (user_id, key, request_hash, reply, created_at)
      values (gen_random_uuid(), $1, '', '{}', now() - $2 * interval '1 day')`,
  },
  security_events: {
    days: 90,
    column: 'email',
    insert: `insert into security_events (kind, email, at) values ('sign_in', $1, now() - $2 * interval '1 day')`,
  },
  book_runs: {
    days: 90,
    column: 'id::text',
    insert: `insert into book_runs (id, at) values ($1, now() - $2 * interval '1 day')`,
  },
  'mail_outbox, sent': {
    days: 30,
    column: 'recipient',
    insert: `insert into mail_outbox (id, recipient, subject, text_body, html_body, created_at, sent_at)
      values (gen_random_uuid(), $1, '', '', '', now() - interval '1 year', now() - $2 * interval '1 day')`,
  },
  'mail_outbox, given up': {
    days: 30,
    column: 'recipient',
    insert: `insert into mail_outbox (id, recipient, subject, text_body, html_body, created_at, dropped_at)
      values (gen_random_uuid(), $1, '', '', '', now() - interval '1 year', now() - $2 * interval '1 day')`,
  },
};

test.each(Object.entries(tables))('of %s what has served goes, and nothing younger', async (name, table) => {
  const { days, column, insert } = table;
  const minutes = 1 / 1_440;
  const ages = [-1, 0, days - minutes, days + minutes, days + 1_000];
  const names = ages.map(() => randomUUID());
  for (const [nth, age] of ages.entries()) await app.database.pool.query(insert, [names[nth], age]);
  await prune();
  const { rows } = await app.database.pool.query<{ found: string }>(
    `select ${column} as found from ${name.replace(/,.*/, '')} where ${column} = any($1)`,
    [names],
  );
  expect(rows.map(({ found }) => found).sort()).toEqual(names.slice(0, 3).sort());
});

describe('what cannot be removed', () => {
  /** Rows older than any that are kept, one in each table; answers which of the tables have lost theirs. */
  async function pruneOldRows(log: (error: Error, what: string) => void = () => {}) {
    const { pool } = app.database;
    const names = Object.keys(tables).map(() => randomUUID());
    await pool.query('insert into book_runs default values');
    for (const [nth, { insert, days }] of Object.values(tables).entries())
      await pool.query(insert, [names[nth], days + 1_000]);
    const pruning = startPruning(app.database, asEver, log);
    await pruning.prune();
    await pruning.stop();
    const left: string[] = [];
    for (const [name, { column }] of Object.entries(tables)) {
      const { rowCount } = await pool.query(
        `select from ${name.replace(/,.*/, '')} where ${column} = any($1)`,
        [names],
      );
      if (rowCount) left.push(name);
    }
    return left;
  }

  /** With a trigger on a table that raises; a superuser's. */
  async function withTrigger<T>(
    table: string,
    when: string,
    body: string,
    work: () => Promise<T>,
  ): Promise<T> {
    const { pool } = app.superuser;
    await pool.query(
      `create function held() returns trigger language plpgsql as $$ begin ${body} return null; end $$`,
    );
    await pool.query(`create trigger held ${when} execute function held()`);
    try {
      return await work();
    } finally {
      await pool.query(`drop trigger held on ${table}`);
      await pool.query('drop function held');
    }
  }

  test('is named in the log, and holds nothing else up', async () => {
    const said: [string, string][] = [];
    const left = await withTrigger(
      'otps',
      'before delete on otps for each row',
      `raise exception 'held';`,
      () => pruneOldRows((error, what) => said.push([what, String(error.cause)])),
    );
    expect(left).toEqual(['otps']);
    expect(said).toEqual([['pruning of otps', expect.stringContaining('held')]]);
    expect(await pruneOldRows()).toEqual([]);
  });

  test('at once goes in several statements, each of which stands by itself', async () => {
    const { pool } = app.database;
    await pool.query(
      `insert into idempotency_keys (user_id, key, request_hash, reply, created_at)
       select gen_random_uuid(), 'many' || n, '', '{}', now() - interval '1 year' from generate_series(1, 2500) n`,
    );
    await withTrigger(
      'idempotency_keys',
      'after delete on idempotency_keys referencing old table as gone for each statement',
      `if (select count(*) from gone) > 1000 then raise exception 'canceling statement due to statement timeout'; end if;`,
      () => prune(),
    );
    const { rowCount } = await pool.query(`select from idempotency_keys where key like 'many%'`);
    expect(rowCount).toBe(0);
  });
});

test('begins some minutes after the start, so that a server which is often restarted prunes, and goes on every hour', async () => {
  const away = openDatabase({ host: '127.0.0.1', port: await freePort() }, () => {});
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  const said: string[] = [];
  const count = () => said.filter((what) => what === 'pruning of rate_limits').length;
  const pruning = startPruning(away, asEver, (_, what) => said.push(what));
  const pass = async (minutes: number) => {
    vi.advanceTimersByTime(minutes * 60_000);
    // What is due has been asked of the database, which is not there.
    await new Promise((resolve) => setImmediate(resolve));
  };
  await pass(2);
  expect(said.filter((what) => what.startsWith('pruning'))).toEqual([]);
  await pass(3);
  await expect.poll(count).toBe(1);
  await pass(60);
  await expect.poll(count).toBe(2);
  await pruning.stop();
  await away.close();
});

test('how the books stood when they were last checked is known for as long as nobody has them checked again', async () => {
  const { pool } = app.database;
  await pool.query('delete from book_runs');
  const [older, answered, unfinished] = [randomUUID(), randomUUID(), randomUUID()];
  await pool.query(
    `insert into book_runs (id, at, holds, offenders)
     values ($1, now() - interval '93 days', true, '{}'), ($2, now() - interval '92 days', false, '{"balances": 1}'),
       ($3, now() - interval '91 days', null, null)`,
    [older, answered, unfinished],
  );
  await prune();
  const left = async () =>
    (await pool.query<{ id: string }>('select id from book_runs order by at')).rows.map(({ id }) => id);
  expect(await left()).toEqual([answered, unfinished]);
  await pool.query(
    `insert into book_runs (at, holds, offenders) values (now() - interval '1 hour', true, '{}') returning id`,
  );
  await prune();
  expect(await left()).toHaveLength(1);
});

test('a row that somebody changes meanwhile is asked about anew, and stays', async () => {
  const id = randomUUID();
  await app.superuser.pool.query(
    `insert into proofs (id, user_id, image, created_at) values ($1, $2, '', now() - interval '2 days')`,
    [id, investor.userId],
  );
  const isThere = async () =>
    (await app.database.pool.query('select from proofs where id = $1', [id])).rowCount === 1;
  const holder = await beginHolding(app.superuser.pool);
  await holder.query('update proofs set created_at = now() where id = $1', [id]);
  const removed = removeUnusedProofs(app.database.db);
  try {
    await expect.poll(() => countWaiting(holder)).toBeGreaterThan(0);
  } finally {
    await holder.query('commit');
    holder.release();
  }
  await removed;
  expect(await isThere()).toBe(true);
  // Newer releases of PostgreSQL leave a changed row out by themselves; older ones go by the second answer.
  await app.superuser.pool.query('create sequence asked; grant usage on sequence asked to public');
  const firstTime = sql`${proofs.id} = ${id} and nextval('asked') = 1`;
  await removeRows(app.database.db, proofs, firstTime, undefined);
  await app.superuser.pool.query('drop sequence asked');
  expect(await isThere()).toBe(true);
});

test('mail that waits is not pruned, however old', async () => {
  await app.database.pool.query(
    `insert into mail_outbox (id, recipient, subject, text_body, html_body, created_at, next_attempt_at)
     values (gen_random_uuid(), 'waits@example.com', '', '', '', now() - interval '1 year', now() + interval '1 year')`,
  );
  await prune();
  const { rowCount } = await app.database.pool.query(
    `select 1 from mail_outbox where recipient = 'waits@example.com'`,
  );
  expect(rowCount).toBe(1);
});

test('of the limits what has run out goes', async () => {
  const now = Date.now();
  await app.database.pool.query(
    `insert into rate_limits (key, points, expire) values ('past', 1, $1), ('running', 1, $2), ('forever', 1, null)`,
    [now - 1_000, now + 3_600_000],
  );
  await prune();
  const { rows } = await app.database.pool.query<{ key: string }>(
    `select key from rate_limits where key in ('past', 'running', 'forever') order by key`,
  );
  expect(rows.map(({ key }) => key)).toEqual(['forever', 'running']);
});

test('passwords of before go a week after what the person signs in with has last changed, and when no report is open', async () => {
  const { pool } = app.database;
  const former = async () => {
    const { rows } = await pool.query<{ former: string[] }>(
      'select former_passwords as former from users where id = $1',
      [investor.userId],
    );
    return rows[0]?.former;
  };
  const changed = (ago: string) =>
    pool.query(
      `update users set former_passwords = '{a,b}', credentials_changed_at = now() - $2::interval where id = $1`,
      [investor.userId, ago],
    );
  await changed('6 days 23 hours');
  await prune();
  expect(await former()).toEqual(['a', 'b']);
  await changed('7 days 1 hour');
  await pool.query(
    `insert into takeover_reports (id, user_id, link_hash, about, mailed_at, network, device)
     values (gen_random_uuid(), $1, $2, 'new_sign_in', now(), '', '')`,
    [investor.userId, randomUUID()],
  );
  await prune();
  expect(await former()).toEqual(['a', 'b']);
  await pool.query(
    `update takeover_reports set closed_at = now(), finding = 'theft', reason = 'Looked at' where user_id = $1`,
    [investor.userId],
  );
  await prune();
  expect(await former()).toEqual([]);
});

test('whoever is signed in stays it, and a retry after the pruning posts nothing', async () => {
  const body = buildDeposit();
  const send = () =>
    app.call('POST', '/api/transaction/create', {
      token: investor.token,
      body,
      headers: { 'idempotency-key': 'before-and-after' },
    });
  const first = transactionSchema.parse((await send()).data);
  await prune();
  expect(transactionSchema.parse((await send()).data)._id).toBe(first._id);
  const listed = await app.call('GET', '/api/transaction/all', { token: investor.token });
  expect(listed.data).toHaveLength(1);
});

describe('the operator says how long, in days,', () => {
  test.each([
    ['sessions', { sessions: 3 }],
    ['security_events', { securityEvents: 3 }],
    ['mail_outbox, sent', { mails: 3 }],
    ['mail_outbox, given up', { mails: 3 }],
  ] as const)('%s are kept', async (name, retention) => {
    const { column, insert } = tables[name];
    const names = [randomUUID(), randomUUID()];
    for (const [nth, age] of [2, 4].entries()) await app.database.pool.query(insert, [names[nth], age]);
    await prune(retention);
    const { rows } = await app.database.pool.query<{ found: string }>(
      `select ${column} as found from ${name.replace(/,.*/, '')} where ${column} = any($1)`,
      [names],
    );
    expect(rows.map(({ found }) => found)).toEqual([names[0]]);
  });

  test('mails in files are kept', async () => {
    const folder = mailFolder(app);
    const [old, young] = [join(folder, 'old.json'), join(folder, 'young.json')];
    for (const path of [old, young]) await writeFile(path, '{"to":"","subject":"","text":"","at":""}');
    const time = new Date(Date.now() - 4 * 86_400_000);
    await utimes(old, time, time);
    await prune({ mails: 3 });
    const names = await readdir(folder);
    expect(names).toContain('young.json');
    expect(names).not.toContain('old.json');
  });

  test('images of decided deposits are kept; of deposits that wait they stay, and without a word all do', async () => {
    const admin = await app.signInAsAdmin();
    const made = async () => (await depositWithImage(app, investor.token))._id;
    const [decided, waiting, late] = [await made(), await made(), await made()];
    for (const id of [decided, late]) {
      await app.call('PUT', `/api/transaction/${id}`, { token: admin, body: { status: 'DECLINED' } });
    }
    await app.superuser.pool.query(
      `update transactions set updated_at = now() - interval '4 days' where id = any($1)`,
      [[decided, waiting]],
    );
    const withImage = async () => {
      const { data } = await app.call('GET', '/api/transaction/all', { token: investor.token });
      return z
        .array(transactionSchema)
        .parse(data)
        .flatMap(({ _id, imageUrl }) => (imageUrl === null ? [] : [_id]))
        .sort();
    };
    await prune();
    expect(await withImage()).toEqual([decided, waiting, late].sort());
    await prune({ proofs: 3 });
    expect(await withImage()).toEqual([waiting, late].sort());
    expect(await bookProblems(app.database.pool)).toEqual([]);
  });

  test('an image that goes is shown no longer, and leaves what was reported as it was sealed', async () => {
    const other = await startTestApp();
    try {
      const admin = await other.signInAsAdmin();
      const owner = await other.signUp();
      const { _id } = await depositWithImage(other, owner.token);
      const path = `/api/transaction/${_id}`;
      const decide = async (status: string) =>
        transactionSchema.parse((await other.call('PUT', path, { token: admin, body: { status } })).data);
      expect((await decide('CONFIRMED')).imageUrl).not.toBeNull();
      await sealAll(other.database);
      await prune({ proofs: 0 }, other);
      const { rows } = await other.database.pool.query('select from proofs');
      const read = await other.call('GET', path, { token: admin });
      expect([rows, transactionSchema.parse(read.data).imageUrl]).toEqual([[], null]);
      expect(await findingOf(other.database)).toBeUndefined();
      expect((await decide('DECLINED')).imageUrl).toBeNull();
      await sealAll(other.database);
      expect(await findingOf(other.database)).toBeUndefined();
    } finally {
      await other.close();
    }
  });
});
