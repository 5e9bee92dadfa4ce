import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accountSchema } from '../../contract/account';
import { bookCheckSchema } from '../../contract/books';
import { holdings } from '../../contract/chart';
import { bookChecks } from '../../contract/enums';
import { plans } from '../../contract/plans';
import { z } from '../../contract/zod';
import { buildDeposit, buildWithdrawal } from '../builders';
import { CopyServer } from '../support/copy-server';
import { addedPages, copyExtended } from '../support/extended-product';
import { patient } from '../support/patience';
import { replaceIn, resourceOfAllKinds, runIn } from '../support/product-copy';
import { readSources, root } from './imports';

/*
 * A further currency, its format of addresses and a further plan are one entry each and a migration that is generated: done here in a copy of
 * the product, which is started and compiled, with what docs/extending.md adds and a resource that `npm run resource` writes.
 * They have names that no product has, so that one that was extended passes as well.
 */
const wren = `  {
    field: 'wren',
    label: 'Wren',
    column: 8,
    overview: true,
    currency: { value: 'wren', name: 'Wren', network: 'Wren network', chain: 'wren', addresses: 'wren' },
  },
`;
/** A format of addresses of the same shape as those of the TRON network. */
const format = `  wren: { name: 'Wren', anAddress: 'a Wren address', shape: /^T[1-9A-HJ-NP-Za-km-z]{33}$/ },
`;
const plan = `  {
    value: 'emerald',
    name: 'Emerald',
    profit: 70,
    min: 100_000,
    max: 500_000,
    range: '$100,000 - $500,000',
    duration: '978 hrs',
  },
`;
/** Of that shape: a contract of the TRON network. */
const wrenAddress = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';

const runFile = promisify(execFile);
let folder = '';

/** What a program of an installed package prints in the copy, and whether it was content. */
async function run(program: string, ...args: string[]): Promise<{ ok: boolean; output: string }> {
  const file = join(root, 'node_modules/.bin', program);
  try {
    const { stdout, stderr } = await runFile(file, args, { cwd: folder, maxBuffer: 2 ** 26 });
    return { ok: true, output: stdout + stderr };
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    return { ok: false, output: `${stdout}${stderr}${error}` };
  }
}

/** What does not compile: of the server, the contract and the tests, and of the pages that show figures and statuses. */
async function brokenFiles(): Promise<string[]> {
  // The rest of the console, and tests, which use all of it, are left out: its types take longer than all else together.
  const shown = ['accounts', 'audit', 'home', 'person', 'testing/console-host.ts', 'transactions'];
  const include = ['contract', 'src/investor', 'src/app.config.ts', ...addedPages, 'src/admin/example-notes'];
  include.push(...shown.map((part) => `src/admin/${part}`));
  for (const path of include) expect(existsSync(join(folder, path)), path).toBe(true);
  const config = { extends: './tsconfig.json', include, exclude: ['**/*.test.ts', '**/*.test.tsx'] };
  writeFileSync(join(folder, 'tsconfig.shown.json'), JSON.stringify(config));
  // Several checkers each read the types of the libraries anew, and the two run beside each other as it is.
  const compiled = await Promise.all(
    ['tsconfig.server.json', 'tsconfig.shown.json'].map((file) => run('tsc', '-p', file, '--checkers', '1')),
  );
  return [
    ...new Set(
      compiled
        .flatMap(({ output }) =>
          [...output.matchAll(/^(\S+?)\(\d+,\d+\): error/gm)].flatMap(([, file = '']) => file),
        )
        .filter((file) => !file.endsWith('.test.ts')),
    ),
  ].toSorted();
}

/** The places that CONTRIBUTING.md says a further status has words of its own in. */
function filesOfAStatus(): string[] {
  const guide = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8');
  const [, places = ''] = /names each place([\s\S]*?)Then the migration/.exec(guide) ?? [];
  return [...places.matchAll(/`([^`]+\.tsx?)`/g)].map(([, file = '']) => file).toSorted();
}

const migrations = () =>
  readdirSync(join(folder, 'server/db/migrations')).filter((name) => name.endsWith('.sql'));

beforeAll(() => {
  folder = copyExtended();
  runIn(folder, 'node', '--import', 'tsx', 'scripts/resource.ts', ...resourceOfAllKinds);
});
afterAll(() => {
  // Nothing was copied when the copy could not be extended.
  if (folder) rmSync(folder, { recursive: true, force: true });
});

test('currencies and plans are listed in one place each', () => {
  const currencyNames = holdings.flatMap(({ field, currency }) => [
    field,
    ...(currency ? [currency.value] : []),
  ]);
  const named = new RegExp(`\\b(${currencyNames.join('|')})\\b`);
  const plansNamed = new RegExp(`'(${plans.map(({ value }) => value).join('|')})'`);
  const isTest = (path: string) => /\.test\.tsx?$|\/testing\//.test(path);
  const sources = readSources('contract', 'server', 'src').filter(({ path }) => !isTest(path));
  const holding = (name: RegExp) => sources.filter(({ text }) => name.test(text)).map(({ path }) => path);
  expect(holding(plansNamed)).toEqual(['contract/plans.ts']);
  // The checks of addresses name networks.
  expect(holding(named).toSorted()).toEqual([
    'contract/address-formats.ts',
    'contract/chart.ts',
    'server/wallets/addresses.ts',
    'src/investor/withdraw/address-check.ts',
  ]);
});

test('no page counts the plans in a text of its own', () => {
  const counted = /\b(?:two|three|four|five|six|seven|eight|nine|ten) plans\b/i;
  const sources = readSources('src', 'contract').filter(({ path }) => path !== 'src/landing/plan-count.ts');
  expect(sources.filter(({ text }) => counted.test(text)).map(({ path }) => path)).toEqual([]);
});

test('a further currency is one entry and a generated migration; so is a further plan', async () => {
  const before = migrations();
  replaceIn(join(folder, 'contract/chart.ts'), '] as const satisfies readonly HoldingEntry[]', `${wren}$&`);
  replaceIn(
    join(folder, 'contract/address-formats.ts'),
    '} as const satisfies Record<string, AddressFormatEntry>',
    `${format}$&`,
  );
  replaceIn(join(folder, 'contract/plans.ts'), '] as const satisfies readonly PlanEntry[]', `${plan}$&`);
  const generated = await run('drizzle-kit', 'generate', '--config', 'server/db/drizzle.config.ts');
  expect(generated.ok, generated.output).toBe(true);
  const added = migrations().filter((name) => !before.includes(name));
  expect(added).toHaveLength(1);
  const migration = readFileSync(join(folder, 'server/db/migrations', added[0] ?? ''), 'utf8');
  expect(migration.split('--> statement-breakpoint\n').toSorted()).toEqual([
    expect.stringMatching(/^ALTER TABLE "account_days" ADD COLUMN "wren" bigint DEFAULT 0 NOT NULL;/),
    expect.stringMatching(/^ALTER TABLE "accounts" ADD COLUMN "wren" bigint DEFAULT 0 NOT NULL;/),
    expect.stringMatching(/^ALTER TABLE "day_totals" ADD COLUMN "wren" bigint DEFAULT 0 NOT NULL;/),
    expect.stringMatching(/^ALTER TABLE "transactions" ADD CONSTRAINT "transactions_crypto_check" .*'wren'/),
    expect.stringMatching(/^ALTER TABLE "transactions" ADD CONSTRAINT "transactions_plan_check" .*'emerald'/),
    expect.stringMatching(/^ALTER TABLE "transactions" DROP CONSTRAINT "transactions_crypto_check"/),
    expect.stringMatching(/^ALTER TABLE "transactions" DROP CONSTRAINT "transactions_plan_check"/),
    expect.stringMatching(/^ALTER TABLE "wallets" ADD CONSTRAINT "wallets_name_check" .*'wren'/),
    expect.stringMatching(/^ALTER TABLE "wallets" DROP CONSTRAINT "wallets_name_check"/),
    expect.stringMatching(
      /^ALTER TABLE "withdrawal_addresses" ADD CONSTRAINT "withdrawal_addresses_crypto_check" .*'wren'/,
    ),
    expect.stringMatching(
      /^ALTER TABLE "withdrawal_addresses" DROP CONSTRAINT "withdrawal_addresses_crypto_check"/,
    ),
    expect.stringMatching(
      /^CREATE INDEX "accounts_wren_idx" ON "accounts" USING btree \("wren","user_id"\);/,
    ),
  ]);
});

test('the product moves money in the currency and the plan, and its books hold', async () => {
  const copy = await CopyServer.start(folder);
  try {
    const admin = await copy.signInAsAdmin();
    const token = await copy.signUp();
    const figures = accountSchema.extend({ wren: z.number() });
    const account = async () => figures.parse(await copy.call('GET', '/api/account', token));
    const create = async (body: object) =>
      z.object({ _id: z.string() }).parse(await copy.call('POST', '/api/transaction/create', token, body))
        ._id;
    const confirm = (id: string) =>
      copy.call('PUT', `/api/transaction/${id}`, admin, { status: 'CONFIRMED' });

    const { _id: userId } = await account();
    await confirm(await create({ ...buildDeposit(), crypto: 'wren', plan: 'emerald' }));
    expect(await account()).toMatchObject({ balance: 500, walletBalance: 500, investment: 500, wren: 500 });
    await confirm(await create({ ...buildWithdrawal(), crypto: 'wren', wallet: wrenAddress }));
    expect(await account()).toMatchObject({ balance: 350, held: 0, wren: 350, bitcoin: 0 });
    await copy.call('PUT', `/api/account/${userId}`, admin, { wren: 12.5 });
    expect(await account()).toMatchObject({ balance: 350, wren: 12.5 });

    const sort = encodeURIComponent('["wren","DESC"]');
    const range = encodeURIComponent('[0,0]');
    const sorted = await copy.call('GET', `/api/account/all?sort=${sort}&range=${range}`, admin);
    expect(sorted).toMatchObject([{ _id: userId, wren: 12.5 }]);
    const filter = encodeURIComponent('{"field":"wren"}');
    const entries = await copy.call('GET', `/api/account/entries?filter=${filter}`, token);
    expect(entries).toMatchObject([{ amount: -337.5 }, { amount: -150 }, { amount: 500, figureAfter: 500 }]);

    const wallets = z
      .array(z.object({ _id: z.string(), name: z.string() }))
      .parse(await copy.call('GET', '/api/admin/wallets', admin));
    const wallet = `/api/admin/wallets/${wallets.find(({ name }) => name === 'wren')?._id}`;
    await expect(copy.call('PUT', wallet, admin, { value: 'no address of it' })).rejects.toThrow(
      'a Wren address',
    );
    await copy.call('PUT', wallet, admin, { value: wrenAddress });

    const checks = z.array(bookCheckSchema).parse(await copy.call('GET', '/api/admin/books', admin));
    expect(checks.map(({ _id, holds }) => [_id, holds])).toEqual(
      bookChecks.options.map((name) => [name, true]),
    );
  } finally {
    await copy.stop();
  }
});

test(
  'all of it compiles, with the extensions of the document; a further status does not, until each place says what it does',
  async () => {
    const values = join(folder, 'contract/enum-values.ts');
    replaceIn(values, 'trxStatuses: [', `trxStatuses: ['SETTLED', `);
    expect(await brokenFiles()).toEqual(filesOfAStatus());
  },
  patient(400_000),
);
