import type { BulkChange, BulkRow } from '../../contract/preview';
import type { Transaction } from '../../contract/transaction';
import type { Actor } from '../audit/audit';
import { describeFailure } from '../http/errors';
import { once } from '../http/idempotency';
import { Refusal } from '../http/refusal';
import type { Services } from '../services';
import { bringToStatus } from './status';
import { tellStatus } from './tell';
import { readTransaction } from './transactions';

interface BulkOptions {
  actor: Actor & { userId: string };
  key: string | undefined;
  /** Hears of what is our own fault. */
  log: (error: unknown) => void;
}

/**
 * Sets the status of transactions one after the other, each in a transaction of its own with its entry and its audit
 * event, so that one that fails takes no other with it. What has the status already is left as it is, which makes it
 * harmless to send the same again.
 */
export async function changeStatuses(
  services: Services,
  { status, rows }: BulkChange,
  options: BulkOptions,
): Promise<BulkRow[]> {
  const results: BulkRow[] = [];
  for (const row of rows) {
    results.push(
      await changeRow(services, row, status, options).catch((error: unknown) =>
        failedRow(services, row._id, error, options.log),
      ),
    );
  }
  return results;
}

async function changeRow(
  services: Services,
  { _id, version, acceptDuplicate }: BulkChange['rows'][number],
  status: BulkChange['status'],
  { actor, key }: BulkOptions,
): Promise<BulkRow> {
  const retryable = {
    key: key === undefined ? undefined : `${key}|${_id}`,
    userId: actor.userId,
    operation: `transaction.bulk ${_id} ${version}`,
    body: acceptDuplicate ? { status, acceptDuplicate } : status,
  };
  return services.database.transact((tx) =>
    once(tx, retryable, async () => {
      const result = await bringToStatus(tx, actor, _id, status, version, acceptDuplicate);
      const transaction = await tellStatus(tx, services, result, actor.reason);
      return rowOf(transaction, result.changed ? 'changed' : 'unchanged', null);
    }),
  );
}

function rowOf(
  { _id, status, version }: Transaction,
  result: BulkRow['result'],
  message: string | null,
): BulkRow {
  return { _id, result, status, version, message };
}

/**
 * What is told of a row that was not changed: why, and how it stands. Throws on when the database does not answer: the
 * next rows would only wait for it as well, and the request can be sent again.
 */
async function failedRow(
  { database }: Services,
  _id: string,
  error: unknown,
  log: (error: unknown) => void,
): Promise<BulkRow> {
  const { status, message } = describeFailure(error);
  if (status === 503) throw error;
  if (status >= 500) log(error);
  if (status === 404) return { _id, result: 'failed', status: null, version: null, message };
  const transaction = await readTransaction(database.db, _id);
  const isDuplicate = error instanceof Refusal && error.code === 'duplicate_claim';
  return rowOf(transaction, isDuplicate ? 'duplicate' : status === 412 ? 'stale' : 'failed', message);
}
