import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { historyProofSchema, historyStateSchema } from '../../contract/history';
import { readConfig } from '../../server/config';
import { type CheckpointKey, createCheckpointKey } from '../../server/history/checkpoint';
import { includes, leafHash } from '../../server/history/merkle';
import { makeProof } from '../../server/history/proof';
import { checkpointFile } from '../../server/history/publish';
import { createHistory, wholeEvery } from '../../server/history/state';
import { loadSecrets } from '../../server/secrets';
import { proofPage } from '../../src/investor/profile/proof/proof-file';
import { holdsUp } from '../support/held-up';
import { makeActivity, makeSealer, sealAll } from '../support/history';
import { beginHolding, countWaiting } from '../support/hold';
import { patient } from '../support/patience';
import { startTestApp, type TestApp } from '../support/test-app';
import { createTestDatabase } from '../support/test-database';

/* What the proof of an investor holds (tests/e2e/sealed-books.spec.ts opens one), and what the console says of the history. */

let app: TestApp;
let admin: string;
let key: CheckpointKey;
let investor: Awaited<ReturnType<typeof makeActivity>>;
beforeAll(async () => {
  app = await startTestApp({}, { own: await createTestDatabase({ limit: patient(60_000) }) });
  admin = await app.signInAsAdmin();
  key = createCheckpointKey(loadSecrets(readConfig({ DATA_DIR: app.dataDir })).checkpointKey);
  investor = await makeActivity(app, admin);
});
afterAll(() => app.close());

const proofOf = async (token: string) =>
  historyProofSchema.parse((await app.call('GET', '/api/account/proof', { token })).data);
const stateOf = async (path = '') =>
  historyStateSchema.parse((await app.call('GET', `/api/admin/history${path}`, { token: admin })).data);
const seal = () =>
  sealAll(app.database, makeSealer(app.database, { key, file: checkpointFile(app.dataDir) }));

test('a proof has the own lines in the signed history, once there is one, and what shows that it extends those before it', async () => {
  expect((await app.call('GET', '/api/account/proof', { token: investor.token })).status).toBe(409);
  await seal();
  const first = await proofOf(investor.token);
  // The reports of three transactions, and the entries of a confirmation, a reservation and an edit.
  expect(first.lines).toHaveLength(6);
  expect(first.earlier).toEqual([]);
  await makeActivity(app, admin);
  await app.call('PUT', `/api/account/${investor.userId}`, { token: admin, body: { profit: 9 } });
  await seal();
  const second = await proofOf(investor.token);
  expect(second.lines).toHaveLength(7);
  expect(second.lines.slice(0, 6).map(({ text }) => text)).toEqual(first.lines.map(({ text }) => text));
  expect(second.earlier.map(({ size }) => size)).toEqual([Number(first.note.split('\n')[1])]);
  expect(Buffer.byteLength(proofPage({ ...second, nodes: [], lines: [], earlier: [] }))).toBeLessThan(20_000);
});

/** Changes what was reported of a deposit, behind the product's back. */
const tamper = (dollars: number) =>
  app.superuser.transact(async ({ db }) => {
    await db.execute('set local session_replication_role = replica');
    await db.execute(`update transactions set amount = amount + ${dollars} where id = '${investor.deposit}'`);
  });

test('nothing is said of all rows but at the time when all were checked, which is again once that is an hour ago', async () => {
  const history = createHistory(app.database, key, checkpointFile(app.dataDir), () => {});
  /** What is known once nothing runs that the first look has begun. */
  const checked = async () => {
    await expect.poll(async () => (await history.read()).check.running).toBe(false);
    return (await history.read()).check;
  };
  await seal();
  const first = await checked();
  expect(first).toMatchObject({
    finding: null,
    problem: null,
    wholeAt: first.checkedAt,
    wholeSize: first.size,
  });

  await tamper(1);
  await makeActivity(app, admin);
  await seal();
  const second = await checked();
  // It has read what came since, and says so.
  expect(second.size).toBeGreaterThan(first.size ?? 0);
  expect(second.checkedAt).not.toBe(first.checkedAt);
  expect(second).toMatchObject({ finding: null, wholeAt: first.wholeAt, wholeSize: first.size });

  vi.useFakeTimers({ toFake: ['Date'], now: new Date(first.wholeAt ?? '').getTime() + wholeEvery });
  try {
    // No row came since.
    const third = await checked();
    expect(third.finding?.message).toBe(
      `The report of transaction ${investor.deposit} was changed after it was sealed.`,
    );
    expect(third).toMatchObject({ wholeAt: third.checkedAt, wholeSize: second.size });
    await tamper(-1);
    expect((await checked()).finding).not.toBeNull();
    vi.setSystemTime(Date.now() + wholeEvery);
    expect((await checked()).finding).toBeNull();
    // A clock that was ahead is set right.
    vi.setSystemTime(Date.now() - 24 * wholeEvery);
    await tamper(1);
    expect((await checked()).finding).not.toBeNull();
    await tamper(-1);
    await history.checkAll();
    expect((await checked()).finding).toBeNull();
  } finally {
    vi.useRealTimers();
  }
});

test('the console says how far the history goes, and names a row that was changed', async () => {
  await seal();
  await expect.poll(async () => (await stateOf()).check.checkedAt).not.toBeNull();
  const state = await stateOf();
  expect(state).toMatchObject({ waiting: 0, check: { finding: null, problem: null } });
  expect(state.check.size).toBe(state.checkpoint?.size);
  await tamper(1);
  await stateOf('/check');
  await expect
    .poll(async () => (await stateOf()).check.finding?.message)
    .toBe(`The report of transaction ${investor.deposit} was changed after it was sealed.`);
});

describe('the proof of somebody with many lines', () => {
  const lines = 16_000;
  let userId: string;
  beforeAll(async () => {
    ({ userId } = await app.signUp());
    await app.superuser.pool.query(
      `insert into ledger_entries (user_id, kind, actor_id) select $1, 'adjustment', $1 from generate_series(1, $2)`,
      [userId, lines],
    );
    await seal();
  }, patient(120_000));

  test('is whole, and others are answered while it is made', async () => {
    const { result: proof, held } = await holdsUp(() => makeProof(app.database, key, userId));
    expect(held).toBe(false);
    expect(proof.lines).toHaveLength(lines);
    const hashes = proof.nodes.map((node) => Buffer.from(node, 'base64'));
    const [, size = '', root = ''] = proof.note.split('\n');
    for (const { index, text, path } of [proof.lines.at(0), proof.lines.at(-1)].filter((line) => !!line)) {
      const beside = path.flatMap((place) => hashes.slice(place, place + 1));
      expect(includes(leafHash(text), index, Number(size), beside, Buffer.from(root, 'base64'))).toBe(true);
    }
  });

  test('is made one at a time, and those that are too many are asked to come back', async () => {
    const locked = await beginHolding(app.superuser.pool);
    const statuses: number[] = [];
    let asked: Promise<void>[] = [];
    try {
      await locked.query('lock table history_downloads');
      asked = Array.from({ length: 10 }, async () => {
        statuses.push((await app.call('GET', '/api/account/proof', { token: investor.token })).status);
      });
      await expect.poll(() => statuses).toEqual([503]);
      await expect.poll(() => countWaiting(locked)).toBe(1);
      await setTimeout(200);
      expect([await countWaiting(locked), statuses]).toEqual([1, [503]]);
    } finally {
      await locked.query('rollback');
      locked.release();
    }
    await Promise.all(asked);
    expect(statuses).toEqual([503, ...Array.from({ length: 9 }, () => 200)]);
  });
});
