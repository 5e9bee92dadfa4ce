import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from '../../contract/zod';
import type { Database } from '../../server/db/client';
import { createCheckpointKey, createVerifier } from '../../server/history/checkpoint';
import { checkpointFile } from '../../server/history/publish';
import { type Reader, readPool } from '../../server/history/reader';
import { createSealer, type Sealer, type SealerOptions } from '../../server/history/sealer';
import { type VerifyOptions, verifyHistory } from '../../server/history/verify';
import { buildDeposit, buildWithdrawal } from '../builders';
import { patient } from './patience';
import type { TestApp } from './test-app';

export const historyKey = createCheckpointKey(new Uint8Array(32).fill(9));
export const historyOrigin = 'invest.example/history';
const verifier = createVerifier(historyKey.verifierKey(historyOrigin));

/** A folder with a file of checkpoints that is not there yet. */
export const newCheckpointFile = () => checkpointFile(mkdtempSync(join(tmpdir(), 'averin-history-')));

/** A sealer that seals when it is told to. */
export function makeSealer(database: Database, options: Partial<SealerOptions> = {}): Sealer {
  return createSealer(database, {
    key: historyKey,
    origin: historyOrigin,
    file: newCheckpointFile(),
    log: () => {},
    ...options,
  });
}

/** How many rows there are to seal, and how many leaves. */
export async function countsOf({ pool }: Pick<Database, 'pool'>): Promise<{ rows: number; leaves: number }> {
  const { rows } = await pool.query<{ rows: number; leaves: number }>(
    `select ((select count(*) from ledger_entries) + (select count(*) from transactions)
      + (select count(*) from audit_events))::int as rows, (select count(*) from history_leaves)::int as leaves`,
  );
  return rows[0] ?? { rows: 0, leaves: 0 };
}

/** Seals all there is: rows wait for transactions of other databases of the cluster as well. Answers how many they were. */
export async function sealAll(database: Database, sealer = makeSealer(database)): Promise<number> {
  for (let sealed = 0, round = 0; round < patient(1_200); round += 1) {
    sealed += await sealer.sealAll();
    const { rows, leaves } = await countsOf(database);
    if (rows === leaves) return sealed;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('Not all rows were sealed');
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
