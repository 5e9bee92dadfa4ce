import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bookCheckSchema } from '../../contract/books';
import { transactionSchema } from '../../contract/transaction';
import { z } from '../../contract/zod';
import { buildDeposit } from '../builders';
import { send, signIn, signUp, textInDevMailbox } from '../faults/requests';
import { freePort } from '../support/free-port';
import { adminSignIn, Replica } from './replica';

/** How many deposits are made before the folder is opened by the other version, of which every second one is confirmed. */
const deposits = 20;

async function readDeposits(address: string, token: string): Promise<Map<string, string>> {
  const all = await send(address, 'GET', '/api/transaction/all', undefined, token);
  return new Map(
    z
      .array(transactionSchema)
      .parse(all)
      .map(({ _id, status }) => [_id, status]),
  );
}

async function fill(address: string): Promise<string> {
  const token = await signUp(address, 'folder@example.com', (email) => textInDevMailbox(address, email));
  for (let count = 0; count < deposits; count += 1)
    await send(address, 'POST', '/api/transaction/create', buildDeposit(), token);
  const admin = await signIn(address, adminSignIn);
  for (const [nth, id] of [...(await readDeposits(address, token)).keys()].entries())
    if (nth % 2 === 0) await send(address, 'PUT', `/api/transaction/${id}`, { status: 'CONFIRMED' }, admin);
  return token;
}

/**
 * Makes a data folder with one version, its embedded database included, and opens it with another: who was signed in still is,
 * each deposit is as it was, one more can be made, and the books hold. Answers what is not so.
 */
export async function takeFolderOver(former: string, program: string): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'averin-folder-'));
  const replica = new Replica(former, await freePort(), { DATA_DIR: folder });
  const { address } = replica;
  try {
    await replica.start();
    const token = await fill(address);
    const before = await readDeposits(address, token);
    await replica.stop();
    await replica.start(program);
    const after = await readDeposits(address, token);
    const changed = [...before].filter(([id, status]) => after.get(id) !== status);
    await send(address, 'POST', '/api/transaction/create', buildDeposit(), token);
    const checks = z
      .array(bookCheckSchema)
      .parse(await send(address, 'GET', '/api/admin/books', undefined, await signIn(address, adminSignIn)));
    return [
      ...(before.size === deposits ? [] : [`${before.size} of ${deposits} deposits were made`]),
      ...changed.map(([id, status]) => `the deposit ${id} was ${status} and is ${after.get(id) ?? 'gone'}`),
      ...checks.filter(({ holds }) => holds !== true).map(({ name }) => `the books: ${name} does not hold`),
    ];
  } finally {
    await replica.stop();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
