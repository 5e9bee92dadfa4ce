import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page, type Request, test } from '@playwright/test';
import pg from 'pg';
import { actProofSchema } from '../../contract/acts';
import { calls } from '../../contract/calls';
import { headers } from '../../contract/headers';
import { screens } from '../../contract/paths';
import { refusals } from '../../contract/refusals';
import { verifyAct } from '../../scripts/verify-act';
import { freePort } from '../support/free-port';
import { checkLooks } from './axe';
import { createInvestor, fillSignIn, storedToken } from './people';
import { type Product, startProduct } from './product';
import { leftDialogs, openAs } from './visit';

/** A passkey signs one act, in a real browser (docs/rules.md, "Step-up"): a product of its own, under a name. */

let product: Product;
let dataDir: string;
let database: pg.Client;
let page: Page;
const email = 'acts-eve@example.com';
let balance = 1_000;

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
const question = () => page.getByRole('dialog', { name: 'Confirm it is you' });
const edit = () => page.getByRole('dialog', { name: 'Make Deposit' });
const row = () => page.getByRole('row').filter({ hasText: email });
const passkeyButton = () => question().getByRole('button', { name: 'Use a passkey' });

async function age(): Promise<void> {
  await database.query(
    "update sessions set factor_at = now() - interval '6 minutes' where factor_at is not null",
  );
}

test.beforeAll(async ({ browser }) => {
  dataDir = await mkdtemp(join(tmpdir(), 'averin-acts-'));
  product = await startProduct({ RATE_LIMITS: 'off', DATA_DIR: dataDir });
  product = { ...product, address: product.address.replace('127.0.0.1', 'localhost') };
  database = new pg.Client({ host: join(dataDir, 'socket'), user: 'postgres', database: 'postgres' });
  await database.connect();
  await createInvestor(product, email);
  page = await openAs(browser, product, '', screens.secondFactor);
  await fillSignIn(page, product.admin.email, product.admin.password);
  // A phone's authenticator, whose owner agrees.
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await button('Add a passkey').click();
  await page.getByLabel('Password', { exact: true }).fill(product.admin.password);
  await button('Continue').click();
  await page.getByLabel('Name').fill('Laptop');
  await button('Create passkey').click();
  await page.getByLabel('I have saved them').check();
  await button('Continue').click();
  await page.goto(product.address + screens.adminAccounts);
  await expect(page.getByRole('table', { name: 'Accounts' })).toBeVisible();
});
test.afterAll(async () => {
  await page?.context().close();
  await database?.end();
  await product?.stop();
  await rm(dataDir, { recursive: true, force: true });
});

/** Types an edit of an account, longer than the factor is good for, and sends it. */
async function send(): Promise<void> {
  balance += 1;
  await row().getByRole('button').last().click();
  await edit().getByLabel('Balance', { exact: true }).fill(String(balance));
  await edit().getByLabel('Reason').fill('A correction');
  await age();
  await edit().getByRole('button', { name: 'Save' }).click();
  await expect(question()).toBeVisible();
  await expect(passkeyButton()).toBeFocused();
}

const isSigned = (sent: Request) => sent.headers()[headers.actProof] !== undefined;

test('an edit is approved in its middle, as the server describes it, and nothing but that edit', async () => {
  await send();
  await expect(question()).toContainText(`(${email}): Balance $${balance.toLocaleString('en-US')}.00`);
  await checkLooks(page, 'the question for a passkey');
  const sent = page.waitForRequest(isSigned);
  await passkeyButton().click();
  await expect(question()).toBeHidden();
  await expect(edit()).toBeHidden();
  await expect(row()).toContainText(balance.toLocaleString('en-US'));

  // What was sent, sent again from the same session, does nothing.
  const request = await sent;
  const { [headers.idempotencyKey]: _, ...again } = await request.allHeaders();
  const replayed = await page.request.put(request.url(), { headers: again, data: request.postData() ?? '' });
  expect(replayed.status()).toBe(403);
  expect(await replayed.json()).toMatchObject({ errors: [{ code: 'act_not_confirmed' }] });

  // The next edit asks again, although the passkey was used a moment ago.
  await row().getByRole('button').last().click();
  await edit().getByLabel('Balance', { exact: true }).fill('7');
  await edit().getByLabel('Reason').fill('Another one');
  await edit().getByRole('button', { name: 'Save' }).click();
  await expect(question()).toContainText('Balance $7.00');
  await button('Cancel').last().click();
  await expect(question()).toBeHidden();
  await expect(edit().getByLabel('Balance', { exact: true })).toHaveValue('7');
  await edit().getByRole('button', { name: 'Cancel' }).click();
});

test('a call that was changed on its way has another amount than the one that was signed: refused', async () => {
  await page.route('**/api/account/*', async (route) => {
    const request = route.request();
    if (!isSigned(request)) return route.continue();
    await route.continue({ postData: JSON.stringify({ balance: 1_000_000 }) });
  });
  await send();
  await passkeyButton().click();
  await expect(question()).toBeHidden();
  await expect(page.getByText(refusals.actNotConfirmed).first()).toBeVisible();
  // Nothing that was typed is lost, and it can be confirmed anew.
  await expect(edit().getByLabel('Balance', { exact: true })).toHaveValue(String(balance));
  await page.unroute('**/api/account/*');
  await edit().getByRole('button', { name: 'Save' }).click();
  await passkeyButton().click();
  await expect(edit()).toBeHidden();
  await expect(row()).toContainText(balance.toLocaleString('en-US'));
});

test('what the server would refuse is said beneath its field, without a question', async () => {
  await page.route('**/api/account/*', async (route) => {
    if (route.request().method() !== 'PUT') return route.continue();
    await route.continue({ postData: JSON.stringify({ balance: 2_000 }) });
  });
  await page.route('**/api/auth/step-up/passkey', async (route) => {
    const { act } = route.request().postDataJSON();
    await route.continue({ postData: JSON.stringify({ act: { ...act, body: { balance: 1e12 } } }) });
  });
  await row().getByRole('button').last().click();
  await edit().getByLabel('Balance', { exact: true }).fill('2000');
  await edit().getByLabel('Reason').fill('A correction');
  await edit().getByRole('button', { name: 'Save' }).click();
  await expect(edit().getByLabel('Balance', { exact: true })).toHaveAttribute('aria-invalid', 'true');
  await expect(question()).toHaveCount(0);
  await page.unrouteAll();
  await edit().getByRole('button', { name: 'Cancel' }).click();
  await expect(edit()).toBeHidden();
  await leftDialogs(page);
});

/** A site that shows the product's pages at another address and hands everything on to it, as one that fishes does. */
async function startRelay(): Promise<{ address: string; close(): void }> {
  const server = createServer((incoming, answer) => {
    const { method, url, headers: given } = incoming;
    const onward = request(
      product.address + url,
      { method, headers: { ...given, host: new URL(product.address).host } },
      (reply) => {
        answer.writeHead(reply.statusCode ?? 502, reply.headers);
        reply.pipe(answer);
      },
    );
    onward.on('error', () => answer.destroy());
    incoming.pipe(onward);
  });
  const port = await freePort();
  await new Promise<void>((listening) => server.listen(port, 'localhost', listening));
  return {
    address: `http://localhost:${port}`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
test('a passkey that signed for a site which hands everything on opens nothing: its address is in what was signed', async () => {
  const relay = await startRelay();
  try {
    await page.goto(relay.address + screens.login);
    await fillSignIn(page, product.admin.email, product.admin.password);
    const sent = page.waitForRequest(`**${calls.finishSignIn.path}`);
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    const told = refusals.passkeyElsewhere(product.address);
    await expect(page.getByRole('main').getByText(told)).toBeVisible();
    // The browser did sign, since both addresses are of one name.
    const { clientDataJSON } = (await sent).postDataJSON().proof.response.response;
    const signed = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString());
    expect(signed).toMatchObject({ type: 'webauthn.get', origin: relay.address });
    expect(await storedToken(page)).toBeNull();
  } finally {
    relay.close();
  }
});

for (const width of [1280, 390])
  test(`the audit page shows what was signed, and gives a proof that holds, ${width} px`, async () => {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(`${product.address}${screens.admin}/audit`);
    await expect(page.getByText('Signed with a passkey, Laptop').first()).toBeVisible();
    await checkLooks(page, `the audit page with signed acts, ${width} px`);
    const download = page.waitForEvent('download');
    await button('Download the proof').first().click();
    const file = await (await download).path();
    const proof = actProofSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
    expect(verifyAct(proof)).toEqual({ origin: product.address, present: true, verified: true });
    expect(JSON.parse(proof.act)).toMatchObject({ call: 'editAccount', body: { balance } });
  });
