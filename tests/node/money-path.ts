import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { accountSchema } from '../../contract/account';
import { bookCheckSchema } from '../../contract/books';
import { serverPaths } from '../../contract/paths';
import { proofSchema } from '../../contract/proof';
import { transactionSchema } from '../../contract/transaction';
import { z } from '../../contract/zod';
import { type BuiltProduct, startBuilt } from '../../scripts/built-product';
import { buildDeposit, buildWithdrawal } from '../builders';
import { send, signIn, signUp, textInDevMailbox } from '../faults/requests';
import { mailboxKey } from '../support/mailbox';
import { patient } from '../support/patience';

const admin = { email: 'admin@example.com', password: 'administrator of the node test' };
const environment = {
  ADMIN_EMAIL: admin.email,
  ADMIN_PASSWORD: admin.password,
  DEV_MAILBOX_KEY: mailboxKey,
  LOG_LEVEL: 'silent',
};

function expectEqual(what: string, found: unknown, expected: unknown): void {
  if (found !== expected) throw new Error(`${what}: ${found} instead of ${expected}`);
}

async function uploadImage(address: string, token: string): Promise<string> {
  const image = sharp({ create: { width: 320, height: 200, channels: 3, background: '#0E5A47' } });
  const response = await fetch(`${address}/api/proofs`, {
    method: 'POST',
    headers: { 'content-type': 'image/jpeg', authorization: `Bearer ${token}` },
    body: new Uint8Array(await image.jpeg().toBuffer()),
  });
  expectEqual('the answer to an upload', response.status, 201);
  return z.object({ data: proofSchema }).parse(await response.json()).data.url;
}

async function playMoney(address: string): Promise<void> {
  const token = await signUp(address, 'ada@example.com', (email) => textInDevMailbox(address, email));
  const adminToken = await signIn(address, admin);
  async function createAndConfirm(body: object): Promise<void> {
    const created = await send(address, 'POST', '/api/transaction/create', body, token);
    const path = `/api/transaction/${transactionSchema.parse(created)._id}`;
    const confirmed = await send(address, 'PUT', path, { status: 'CONFIRMED' }, adminToken);
    expectEqual('the status', transactionSchema.parse(confirmed).status, 'CONFIRMED');
  }
  await createAndConfirm(buildDeposit({ imageUrl: await uploadImage(address, token) }));
  await createAndConfirm(buildWithdrawal());
  const account = accountSchema.parse(await send(address, 'GET', '/api/account', undefined, token));
  expectEqual('the balance', account.balance, 350);
  expectEqual('what is held', account.held, 0);
  const books = await send(address, 'GET', '/api/admin/books', undefined, adminToken);
  const broken = z
    .array(bookCheckSchema)
    .parse(books)
    .filter(({ holds }) => !holds);
  expectEqual('checks of the books that do not hold', broken.length, 0);
}

async function visitPages(address: string): Promise<void> {
  for (const path of ['/', '/auth/login', `${serverPaths.docs}/static/index.html`]) {
    const response = await fetch(address + path, { headers: { 'accept-encoding': 'br' } });
    expectEqual(path, response.status, 200);
    if (!(await response.text()).includes('</html>')) throw new Error(`${path} is no page`);
  }
}

async function playWith(product: BuiltProduct, work: (address: string) => Promise<void>): Promise<void> {
  let code: number | null | undefined;
  try {
    await work(product.address);
  } finally {
    code = await product.stop();
  }
  expectEqual('the exit code', code, 0);
}

/**
 * Starts the built product with a program of Node, on an embedded database of its own; goes from registration to a paid
 * withdrawal, ends it, starts it again on the same data. Throws, with what was wrong.
 */
export async function playMoneyPath(node: string): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'averin-node-'));
  // Two other parts of the run kill and start databases beside this one.
  const start = () => startBuilt(dataDir, { node, environment, patience: patient(120_000) });
  try {
    await playWith(await start(), async (address) => {
      await visitPages(address);
      await playMoney(address);
    });
    await playWith(await start(), async (address) => void (await signIn(address, admin)));
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}
