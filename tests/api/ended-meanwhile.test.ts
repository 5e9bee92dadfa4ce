import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from '../../contract/zod';
import { buildDeposit, buildRegistration, buildWithdrawal } from '../builders';
import { bookProblems } from '../support/books';
import { beginHolding, countWaiting } from '../support/hold';
import { because } from '../support/people';
import { startTestApp, type TestApp } from '../support/test-app';

/** A session that ends while what is done in it waits for what others have locked. */
let app: TestApp;
let person: { token: string; userId: string; email: string };
let deposit: string;
let wallet: string;
/** Somebody else, and the session of theirs. */
let other: { userId: string; session: string };
const idOf = (data: unknown) => z.object({ _id: z.string() }).parse(data)._id;
beforeAll(async () => {
  app = await startTestApp();
  person = await app.signUp();
  const { token } = person;
  deposit = idOf((await app.call('POST', '/api/transaction/create', { token, body: buildDeposit() })).data);
  const { data } = await app.call('GET', '/api/wallets', { token });
  const wallets = z.array(z.object({ _id: z.string(), name: z.string() })).parse(data);
  wallet = idOf(wallets.find(({ name }) => name !== 'bitcoin'));
  const funds = { walletBalance: 1_000, balance: 1_000 };
  const edited = { token: await app.signInAsAdmin(), body: funds, headers: because() };
  expect((await app.call('PUT', `/api/account/${person.userId}`, edited)).status).toBe(200);
  // For a currency without an address one can be added.
  await app.superuser.pool.query(`delete from wallets where name = 'bitcoin'`);
  const { userId } = await app.signUp();
  const { rows } = await app.superuser.pool.query('select id from sessions where user_id = $1', [userId]);
  other = { userId, session: rows[0].id };
});
afterAll(async () => {
  expect(await bookProblems(app.database.pool)).toEqual([]);
  await app.close();
});

async function insert(sql: string, values: readonly unknown[] = []): Promise<string> {
  const id = randomUUID();
  await app.superuser.pool.query(sql, [id, ...values]);
  return id;
}

const openReport = () =>
  insert(
    `insert into takeover_reports (id, user_id, link_hash, about, mailed_at, network, device)
     values ($1::uuid, $2, $1::text, 'new_sign_in', now(), '127.0.0.1', 'Firefox')`,
    [person.userId],
  );

const waitingProposal = (proposerId: string) =>
  insert(
    `insert into proposals (id, kind, subject_type, subject_id, parameters, effect, effect_hash, proposer_id, reason)
     values ($1::uuid, 'address', 'wallets', $1::text, '{"write":"delete"}',
       '{"changes":[],"facts":[],"versions":{}}', $2, $3, 'So be it')`,
    [randomUUID().replaceAll('-', '').repeat(2), proposerId],
  );

/** What stands of the rows that the acts would change. */
async function stands(): Promise<unknown> {
  const { rows } = await app.superuser.pool.query(
    `select (select jsonb_agg(to_jsonb(a) order by user_id) from accounts a) as accounts,
       (select jsonb_agg(to_jsonb(t) order by id) from transactions t) as transactions,
       (select jsonb_agg(to_jsonb(w) order by id) from wallets w) as wallets,
       (select jsonb_agg(to_jsonb(r) order by id) from takeover_reports r) as reports,
       (select jsonb_agg(to_jsonb(p) order by id) from proposals p) as proposals,
       (select jsonb_agg(to_jsonb(u) order by id) from users u) as users,
       (select jsonb_agg(to_jsonb(a) order by id) from withdrawal_addresses a) as addresses,
       (select jsonb_agg(to_jsonb(s) order by id) from sessions s where id = $1) as sessions`,
    [other.session],
  );
  return rows;
}

interface Waiting {
  name: string;
  /** What somebody else has locked, by its id. */
  lock(holder: pg.ClientBase, id: string): Promise<unknown>;
  id(): string | Promise<string>;
  call(id: string): readonly [method: 'POST' | 'PUT' | 'DELETE', path: string, body?: object];
}

const lockRow = (row: string) => (holder: pg.ClientBase, id: string) =>
  holder.query(`select from ${row} = $1 for no key update`, [id]);
const ofAccount = { lock: lockRow('accounts where user_id'), id: () => person.userId };
const ofSession = { lock: lockRow('sessions where id'), id: () => other.session };
const acts: readonly Waiting[] = [
  {
    name: 'decides about no transaction',
    ...ofAccount,
    call: () => ['PUT', `/api/transaction/${deposit}`, { status: 'CONFIRMED' }],
  },
  { name: 'edits no account', ...ofAccount, call: (id) => ['PUT', `/api/account/${id}`, { balance: 7 }] },
  {
    name: 'freezes nobody',
    ...ofAccount,
    call: (id) => ['PUT', `/api/account/${id}/frozen`, { frozen: true }],
  },
  {
    name: 'changes no platform address',
    lock: lockRow('wallets where id'),
    id: () => wallet,
    call: (id) => ['PUT', `/api/admin/wallets/${id}`, { enabled: false }],
  },
  {
    name: 'closes no report',
    lock: lockRow('takeover_reports where id'),
    id: openReport,
    call: (id) => [
      'PUT',
      `/api/admin/reports/${id}`,
      { finding: 'mistake', others: [], allowWithdrawals: false },
    ],
  },
  {
    name: 'declines no proposal',
    lock: lockRow('proposals where id'),
    id: () => waitingProposal(person.userId),
    call: (id) => ['POST', `/api/admin/proposals/${id}/decline`, {}],
  },
  {
    name: 'takes back no proposal',
    lock: lockRow('proposals where id'),
    id: async () => {
      const { rows } = await app.superuser.pool.query(`select id from users where type = 'admin'`);
      return waitingProposal(rows[0].id);
    },
    call: (id) => ['POST', `/api/admin/proposals/${id}/withdraw`, {}],
  },
  {
    name: 'erases nobody',
    ...ofAccount,
    call: (id) => ['POST', `/api/user/${id}/erasure`, { email: person.email }],
  },
  {
    name: 'ends no session of somebody else',
    ...ofSession,
    call: (id) => ['DELETE', `/api/user/${other.userId}/sessions/${id}`],
  },
  {
    name: 'ends none of all sessions of somebody else',
    ...ofSession,
    call: () => ['DELETE', `/api/user/${other.userId}/sessions`],
  },
  {
    name: 'adds no platform address',
    lock: (holder) => holder.query('lock table wallets in share mode'),
    id: () => wallet,
    call: () => ['POST', '/api/admin/wallets', { name: 'bitcoin', value: buildWithdrawal().wallet }],
  },
];

const own: readonly Waiting[] = [
  {
    name: 'an investor asks for no withdrawal',
    ...ofAccount,
    call: () => ['POST', '/api/transaction/create', buildWithdrawal()],
  },
  {
    name: 'an investor keeps no address',
    ...ofAccount,
    call: () => [
      'POST',
      '/api/account/addresses',
      { label: 'Mine', crypto: 'bitcoin', address: buildWithdrawal().wallet },
    ],
  },
  {
    name: 'an investor changes no profile',
    lock: lockRow('users where id'),
    id: () => person.userId,
    call: () => ['PUT', '/api/user', { firstName: 'Another' }],
  },
];

async function expectNothingDone(
  { lock, id: makeId, call }: Waiting,
  signIn: () => Promise<string>,
): Promise<void> {
  const token = await signIn();
  const elsewhere = await signIn();
  const id = await makeId();
  const [method, path, body] = call(id);
  const before = await stands();
  const holder = await beginHolding(app.superuser.pool);
  try {
    await lock(holder, id);
    const answer = app.call(method, path, { token, body, headers: because() });
    await expect.poll(() => countWaiting(holder)).toBe(1);
    const ended = await app.call('DELETE', '/api/auth/sessions', { token: elsewhere });
    expect(ended.status).toBe(200);
    await holder.query('rollback');
    expect((await answer).status).toBe(401);
  } finally {
    holder.release();
  }
  expect(await stands()).toEqual(before);
}

test.each(acts)('$name', (act) => expectNothingDone(act, app.signInAsAdmin));

test.each(own)('$name', (act) =>
  expectNothingDone(act, async () => {
    const { data } = await app.call('POST', '/api/user/login', {
      body: { email: person.email, password: buildRegistration().password },
    });
    return z.string().parse(data);
  }),
);
