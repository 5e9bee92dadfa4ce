import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, type Page } from '@playwright/test';
import pg from 'pg';
import { type HistoryProof, historyProofSchema, historyStateSchema } from '../../contract/history';
import { screens } from '../../contract/paths';
import { z } from '../../contract/zod';
import { readConfig } from '../../server/config';
import { createCheckpointKey } from '../../server/history/checkpoint';
import { loadSecrets } from '../../server/secrets';
import { buildDeposit, buildWithdrawal } from '../builders';
import { sent } from './api';
import { checkLooks, checkPage } from './axe';
import { paths, test } from './console-visit';
import type { Demo } from './demo';
import { createInvestor } from './people';
import { openAs, signIn } from './visit';

/** The sealed history in the browser (docs/ledger.md): the file that an investor keeps, and the page "Books". */

const idSchema = z.object({ _id: z.string() });

const email = 'sealed@example.com';
/** Has a deposit that is confirmed and a withdrawal that waits. */
let investor: { token: string; userId: string; deposit: string };

test.beforeAll(async ({ demo: { product, tokens } }) => {
  const { password } = await createInvestor(product, email);
  const token = await signIn(product, { email, password });
  const { _id: userId } = idSchema.parse(await sent(product, 'GET', '/api/user', undefined, { token }));
  const create = async (body: object) =>
    idSchema.parse(await sent(product, 'POST', '/api/transaction/create', body, { token }))._id;
  const deposit = await create(buildDeposit({ amount: 700 }));
  await sent(product, 'PUT', `/api/transaction/${deposit}`, { status: 'CONFIRMED' }, { token: tokens.admin });
  await create(buildWithdrawal());
  investor = { token, userId, deposit };
});

/** Waits until all that was written is sealed. */
async function untilSealed({ product, tokens }: Demo): Promise<void> {
  const read = () => sent(product, 'GET', '/api/admin/history', undefined, { token: tokens.admin });
  await expect.poll(async () => historyStateSchema.parse(await read()).waiting).toBe(0);
}

const embedded = /(<script type="application\/json" id="proof">)([^<]*)(?=<\/script>)/;
const proofIn = (html: string) => historyProofSchema.parse(JSON.parse(embedded.exec(html)?.[2] ?? ''));
const withProof = (html: string, proof: HistoryProof) =>
  html.replace(embedded, (_, tag) => tag + JSON.stringify(proof).replaceAll('<', '\\u003c'));

/** What a line of the page says, and whether it is good. */
async function told(page: Page, id: 'verdict' | 'outcome') {
  const line = page.locator(`#${id}`).filter({ hasNotText: /^(Checking\.\.\.)?$/ });
  await line.waitFor();
  return { kind: await line.getAttribute('class'), text: (await line.textContent()) ?? '' };
}

test('a proof that was downloaded checks itself without a network, names a line that was changed, and extends an earlier one', async ({
  demo,
  browser,
}, testInfo) => {
  const { product, tokens } = demo;
  const { token, userId } = investor;
  await untilSealed(demo);
  const profile = await openAs(browser, product, token, screens.profile);
  const section = profile.getByRole('region', { name: 'Proof of your entries' });
  const download = async () => {
    const waiting = profile.waitForEvent('download');
    await section.getByRole('button', { name: 'Download proof' }).click();
    const file = await waiting;
    await expect(section.getByText(/^Saved/)).toBeVisible();
    expect(file.suggestedFilename()).toMatch(/-proof-\d{4}-\d\d-\d\d-\d+\.html$/);
    return readFile(await file.path(), 'utf8');
  };
  const first = await download();
  await sent(product, 'PUT', `/api/account/${userId}`, { profit: 9 }, { token: tokens.admin });
  await untilSealed(demo);
  const second = await download();
  await profile.context().close();

  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  await context.setOffline(true);
  const asked: string[] = [];
  await context.route(/^(https?|wss?):/, (route) => {
    asked.push(route.request().url());
    return route.abort();
  });
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  const save = async (name: string, html: string) => {
    const path = testInfo.outputPath(name);
    await writeFile(path, html);
    return path;
  };
  const open = async (html: string) => {
    await page.goto(pathToFileURL(await save('opened.html', html)).href);
    return told(page, 'verdict');
  };
  const compare = async (html: string) => {
    await page.getByLabel('An earlier file of a proof').setInputFiles(await save('earlier.html', html));
    return told(page, 'outcome');
  };
  const proof = proofIn(second);

  await test.step('it holds, and extends the earlier one', async () => {
    expect(await open(second)).toEqual({
      kind: 'good',
      text: expect.stringMatching(/^All 5 lines are in the history of [\d,]+ records that .+ signed on /),
    });
    await expect(page.getByRole('row').filter({ hasText: '700.00 USD' })).toHaveCount(2);
    expect(await compare(first)).toEqual({
      kind: 'good',
      text: expect.stringMatching(
        /^This history begins with all [\d,]+ records .* the lines of that file are here\.$/,
      ),
    });
    await open(withProof(second, { ...proof, earlier: [] }));
    expect(await compare(first)).toEqual({
      kind: 'unsure',
      text: expect.stringContaining('Nothing in this'),
    });
    await open(second);
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      for (const colorScheme of ['dark', 'light'] as const) {
        await page.emulateMedia({ colorScheme });
        await checkPage(page, `proof, ${width} px, ${colorScheme}`);
      }
    }
    expect((await open(first)).kind).toBe('good');
    expect(await compare(second)).toEqual({ kind: 'unsure', text: expect.stringContaining('the later one') });
  });

  await test.step('one digit of any line is found, and the line named', async () => {
    const withLine = (at: number, change: (line: HistoryProof['lines'][number]) => object) =>
      withProof(second, {
        ...proof,
        lines: proof.lines.map((line, place) => (place === at ? { ...line, ...change(line) } : line)),
      });
    for (const [at, { text }] of proof.lines.entries()) {
      const changed = text.includes('"kind":"report"')
        ? text.replace(/"amount":(\d)/, '"amount":1$1')
        : text.replace(/(\d),(true|false)\]/, '1$1,$2]');
      expect(changed).not.toBe(text);
      const found = await open(withLine(at, () => ({ text: changed })));
      expect(found.kind).toBe('bad');
      expect(found.text).toMatch(new RegExp(`^Line ${at + 1} \\(.* is not in the signed history`));
      await expect(page.getByRole('row').filter({ hasText: '✗' })).toHaveCount(1);
    }
    // What is only hashed into a line.
    const withdrawal = proof.lines.findIndex(({ texts }) =>
      texts?.includes('1BoatSLRHtKNngkdXEeobR76b53LETtpyT'),
    );
    const elsewhere = withLine(withdrawal, ({ texts }) => ({
      texts: texts?.replace('1Boat', '1Goat') ?? null,
    }));
    expect((await open(elsewhere)).text).toContain('names another payment or destination than was sealed');
    expect(
      await open(withProof(second, { ...proof, note: proof.note.replace('\ntime 20', '\ntime 21') })),
    ).toEqual({
      kind: 'bad',
      text: expect.stringContaining('signature'),
    });
  });

  await test.step('another past that the same key signed is found', async () => {
    const { checkpointKey } = loadSecrets(readConfig({ DATA_DIR: demo.dataDir }));
    const earlier = proofIn(first);
    const [origin = '', size = '', root = ''] = earlier.note.split('\n');
    const note = createCheckpointKey(checkpointKey).sign({
      ...{ origin, size: Number(size), sealedAt: new Date() },
      root: Buffer.from(root, 'base64').fill(0, 0, 4),
    });
    await open(second);
    expect(await compare(withProof(first, { ...earlier, note }))).toEqual({
      kind: 'bad',
      text: expect.stringContaining('does not begin with'),
    });
  });
  expect(errors).toEqual([]);
  expect(asked).toEqual([]);
  await context.close();
});

test('the page "Books" says how far sealing is and that all rows are as sealed; a row that is changed behind it is named', async ({
  open,
  demo,
}) => {
  const { deposit } = investor;
  await untilSealed(demo);
  const page = await open(paths.books);
  const sealed = page.getByRole('region', { name: 'Sealed history' });
  const good = sealed.getByText(/^All [\d,]+ sealed rows were as sealed at the check of /);
  await expect(good).toBeVisible();
  await expect(sealed.getByText(/^[\d,]+ rows, /)).toBeVisible();
  await expect(sealed.getByText('None')).toBeVisible();
  await checkLooks(page, 'books');

  const database = new pg.Client({
    host: join(demo.dataDir, 'socket'),
    user: 'postgres',
    database: 'postgres',
  });
  await database.connect();
  const tamper = (dollars: number) =>
    database.query(
      `begin; set local session_replication_role = replica;
       update transactions set amount = amount + ${dollars} where id = '${deposit}'; commit`,
    );
  const checkAll = () => sealed.getByRole('button', { name: 'Check all rows' }).click();
  try {
    await tamper(1);
    await checkAll();
    await expect(
      sealed.getByText(
        `Not as it was sealed: The report of transaction ${deposit} was changed after it was sealed.`,
      ),
    ).toBeVisible();
    await tamper(-1);
    await checkAll();
    await expect(good).toBeVisible();
  } finally {
    await database.end();
  }
});
