import { afterAll, beforeAll, expect, test } from 'vitest';
import { historyProofSchema, historyStateSchema } from '../../contract/history';
import { readConfig } from '../../server/config';
import { type CheckpointKey, createCheckpointKey } from '../../server/history/checkpoint';
import { checkpointFile } from '../../server/history/publish';
import { loadSecrets } from '../../server/secrets';
import { proofPage } from '../../src/investor/profile/proof/proof-file';
import { makeActivity, makeSealer, sealAll } from '../support/history';
import { startTestApp, type TestApp } from '../support/test-app';

/* What the proof of an investor holds (tests/e2e/sealed-books.spec.ts opens one), and what the console says of the history. */

let app: TestApp;
let admin: string;
let key: CheckpointKey;
let investor: Awaited<ReturnType<typeof makeActivity>>;
beforeAll(async () => {
  app = await startTestApp();
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

test('the console says how far the history goes, and names a row that was changed', async () => {
  await seal();
  await expect.poll(async () => (await stateOf()).check.checkedAt).not.toBeNull();
  const state = await stateOf();
  expect(state).toMatchObject({ waiting: 0, check: { finding: null, problem: null } });
  expect(state.check.size).toBe(state.checkpoint?.size);
  await app.superuser.transact(async ({ db }) => {
    await db.execute('set local session_replication_role = replica');
    await db.execute(`update transactions set amount = amount + 1 where id = '${investor.deposit}'`);
  });
  await stateOf('/check');
  await expect
    .poll(async () => (await stateOf()).check.finding?.message)
    .toBe(`The report of transaction ${investor.deposit} was changed after it was sealed.`);
});
