import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from '@playwright/test';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type HistoryProof, historyProofSchema, historyStateSchema } from '../../contract/history';
import { chromiumArgs, ensureChromium } from '../../scripts/chromium';
import { readConfig } from '../../server/config';
import { type CheckpointKey, createCheckpointKey } from '../../server/history/checkpoint';
import { checkpointFile } from '../../server/history/publish';
import { loadSecrets } from '../../server/secrets';
import { proofPage } from '../../src/investor/profile/proof/proof-file';
import { makeActivity, makeSealer, sealAll } from '../support/history';
import { startTestApp, type TestApp } from '../support/test-app';

/* The proof that an investor downloads, opened in a browser without a network, and what the console says of the history. */

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

test('a proof shows offline that the own lines are in the signed history, names one that is not, and extends an earlier one', async () => {
  expect((await app.call('GET', '/api/account/proof', { token: investor.token })).status).toBe(409);
  await seal();
  const first = await proofOf(investor.token);
  // The reports of three transactions, and the entries of a confirmation, a reservation and an edit.
  expect(first.lines).toHaveLength(6);
  await makeActivity(app, admin);
  await app.call('PUT', `/api/account/${investor.userId}`, { token: admin, body: { profit: 9 } });
  await seal();
  const second = await proofOf(investor.token);
  expect(second.lines).toHaveLength(7);

  const browser = await chromium.launch({ executablePath: ensureChromium(), args: chromiumArgs });
  try {
    const page = await (await browser.newContext({ offline: true })).newPage();
    const errors: Error[] = [];
    page.on('pageerror', (error) => errors.push(error));
    const save = async (name: string, html: string) => {
      const path = join(app.dataDir, name);
      await writeFile(path, html);
      return path;
    };
    const open = async (proof: HistoryProof) =>
      page.goto(pathToFileURL(await save('opened.html', proofPage(proof))).href);
    const verdict = page.locator('#verdict');
    const settled = async () => {
      await verdict.filter({ hasNotText: 'Checking' }).waitFor();
      return { kind: await verdict.getAttribute('class'), text: await verdict.textContent() };
    };
    const compare = async (proof: HistoryProof) => {
      await page.locator('#earlier').setInputFiles(await save('earlier.html', proofPage(proof)));
      await page.locator('#outcome:not(:empty)').waitFor();
      const outcome = page.locator('#outcome');
      return { kind: await outcome.getAttribute('class'), text: await outcome.textContent() };
    };

    await open(second);
    expect(await settled()).toEqual({
      kind: 'good',
      text: expect.stringMatching(/^All 7 lines are in the history of \d+ records that .+ signed on /),
    });
    expect(await page.locator('#lines tr').count()).toBe(7);
    expect(await page.locator('#lines').textContent()).toContain('700.00 USD');
    expect(await compare(first)).toEqual({
      kind: 'good',
      text: expect.stringMatching(/^This history begins with all \d+ records/),
    });

    // One digit of an amount, in a line of either kind, and of what is only hashed into one.
    const changed = (proof: HistoryProof, at: number, from: RegExp, to: string): HistoryProof => ({
      ...proof,
      lines: proof.lines.map((line, place) =>
        place === at ? { ...line, text: line.text.replace(from, to) } : line,
      ),
    });
    for (const [at, { text }] of second.lines.entries()) {
      await open(
        text.includes('"kind":"report"')
          ? changed(second, at, /"amount":(\d)/, '"amount":1$1')
          : changed(second, at, /(\d),(true|false)\]/, '1$1,$2]'),
      );
      const found = await settled();
      expect(found.kind).toBe('bad');
      expect(found.text).toMatch(new RegExp(`^Line ${at + 1} \\(.* is not in the signed history`));
    }
    const withdrawal = second.lines.findIndex(({ texts }) =>
      texts?.includes('1BoatSLRHtKNngkdXEeobR76b53LETtpyT'),
    );
    expect(withdrawal).toBeGreaterThanOrEqual(0);
    await open({
      ...second,
      lines: second.lines.map((line, at) =>
        at === withdrawal ? { ...line, texts: line.texts?.replace('1Boat', '1Goat') ?? null } : line,
      ),
    });
    expect((await settled()).text).toContain('names another payment or destination than was sealed');
    await open({ ...second, note: second.note.replace(/\ntime 20/, '\ntime 21') });
    expect(await settled()).toEqual({ kind: 'bad', text: expect.stringContaining('signature') });

    // Another past: the earlier file is of another root, signed by the same key.
    await open(second);
    await settled();
    const [origin = '', size = '', root = ''] = first.note.split('\n');
    const other = key.sign({
      ...{ origin, size: Number(size), sealedAt: new Date() },
      root: Buffer.from(root, 'base64').fill(0, 0, 4),
    });
    expect(await compare({ ...first, note: other })).toEqual({
      kind: 'bad',
      text: expect.stringContaining('does not begin with'),
    });
    expect(errors).toEqual([]);
  } finally {
    await browser.close();
  }
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
