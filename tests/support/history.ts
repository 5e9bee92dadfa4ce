import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from '../../contract/zod';
import type { Database } from '../../server/db/client';
import { createCheckpointKey, createVerifier } from '../../server/history/checkpoint';
import { checkpointFile } from '../../server/history/publish';
import { type Reader, readPool } from '../../server/history/reader';
import { type Sealer, type SealerOptions, startSealer } from '../../server/history/sealer';
import { type VerifyOptions, verifyHistory } from '../../server/history/verify';
import { buildDeposit, buildWithdrawal } from '../builders';
import type { TestApp } from './test-app';

export const historyKey = createCheckpointKey(new Uint8Array(32).fill(9));
export const historyOrigin = 'invest.example/history';
const verifier = createVerifier(historyKey.verifierKey(historyOrigin));

/** A folder with a file of checkpoints that is not there yet. */
export const newCheckpointFile = () => checkpointFile(mkdtempSync(join(tmpdir(), 'averin-history-')));

/** A sealer that seals when it is told to. */
export function makeSealer(database: Database, options: Partial<SealerOptions> = {}): Sealer {
  return startSealer(database, {
    key: historyKey,
    origin: historyOrigin,
    file: newCheckpointFile(),
    log: () => {},
    interval: 3_600_000,
    ...options,
  });
}

/** What the check of the whole history says. */
export const verify = (reader: Reader, options: Partial<VerifyOptions> = {}) =>
  verifyHistory(reader, { verifiers: verifier ? [verifier] : [], ...options });

/** The first thing that is wrong, in words; undefined when all is right. */
export const findingOf = async (database: Database, options: Partial<VerifyOptions> = {}) =>
  (await verify(readPool(database.pool), options)).finding?.message;

const created = z.object({ _id: z.string() });

/** An investor with a deposit that is confirmed and one that waits, a withdrawal, and an edit of the account. */
export async function makeActivity(app: TestApp, admin: string) {
  const investor = await app.signUp();
  const { token, userId } = investor;
  const create = async (body: object) =>
    created.parse((await app.call('POST', '/api/transaction/create', { token, body })).data)._id;
  const headers = { 'x-reason': 'As agreed' };
  const deposit = await create(buildDeposit({ amount: 700 }));
  await app.call('PUT', `/api/transaction/${deposit}`, {
    token: admin,
    body: { status: 'CONFIRMED' },
    headers,
  });
  const waiting = await create(buildDeposit());
  const withdrawal = await create(buildWithdrawal());
  await app.call('PUT', `/api/account/${userId}`, { token: admin, body: { profit: 5 }, headers });
  return { ...investor, deposit, waiting, withdrawal };
}
