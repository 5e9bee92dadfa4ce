import type { ErrorCode } from '../../contract/enums';
import type { BulkChange, BulkRow } from '../../contract/preview';
import { refusals } from '../../contract/refusals';
import type { Transaction } from '../../contract/transaction';
import { requireSession } from '../db/open-sessions';
import { refusalOf } from '../errors/failures';
import type { Actor } from '../request';
import { keyOfRow } from '../writes/idempotency';
import { notifyOwner } from './notify';
import { proposalOfPayment } from './payment-kind';
import type { TransactionServices } from './services';
import { ensureStatus } from './status';
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
 * harmless to send the same again. Throws `unauthorized` when the session ends meanwhile: the rest stays as it is.
 */
export async function changeStatuses(
  services: TransactionServices,
  { status, rows }: BulkChange,
  options: BulkOptions,
): Promise<BulkRow[]> {
  const results: BulkRow[] = [];
  for (const row of rows) {
    results.push(
      await changeRow(services, row, status, {
        ...options,
        quiet: results.some(({ result }) => result === 'sent'),
      }).catch((error: unknown) => failedRow(services, row._id, error, options.log)),
    );
  }
  return results;
}

async function changeRow(
  services: TransactionServices,
  { _id, version, ...accepted }: BulkChange['rows'][number],
  status: BulkChange['status'],
  { actor, key, quiet }: BulkOptions & { quiet: boolean },
): Promise<BulkRow> {
  const change = {
    actor,
    key: key === undefined ? undefined : keyOfRow(key, _id),
    operation: `transaction.bulk ${_id} ${version}`,
    body: accepted.acceptDuplicate || accepted.overrideHold ? { status, ...accepted } : status,
  };
  return services.commit(change, async (tx) => {
    const result = await ensureStatus(tx, actor, _id, status, version, {
      ...accepted,
      withdrawalHold: services.config.withdrawalHold,
      propose: proposalOfPayment(services, { quiet }),
    });
    // Many take their time, and whoever is shut out meanwhile changes no more of them.
    await requireSession(tx.db, actor);
    if (result.sent) {
      const row = rowOf(result.transaction, result.sent.alreadyFrom ? 'waiting' : 'sent', null);
      return { ...row, proposalId: result.sent.proposal._id };
    }
    const transaction = notifyOwner(tx, services, result, actor.reason);
    return rowOf(transaction, result.changed ? 'changed' : 'unchanged', null);
  });
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
 * next rows would only wait for it as well, and the request can be sent again. Likewise when nobody is signed in any more.
 */
async function failedRow(
  { database }: TransactionServices,
  _id: string,
  error: unknown,
  log: (error: unknown) => void,
): Promise<BulkRow> {
  const refusal = refusalOf(error);
  if (refusal?.code === 'unavailable' || refusal?.code === 'unauthorized') throw error;
  if (!refusal) log(error);
  const message = refusal?.message ?? refusals.internal;
  if (refusal?.code === 'not_found') return { _id, result: 'failed', status: null, version: null, message };
  return rowOf(await readTransaction(database.db, _id), resultOf(refusal?.code), message);
}

function resultOf(code: ErrorCode | undefined): BulkRow['result'] {
  if (code === 'duplicate_claim') return 'duplicate';
  if (code === 'withdrawal_on_hold') return 'on_hold';
  if (code === 'withdrawal_frozen') return 'frozen';
  return code === 'stale_version' ? 'stale' : 'failed';
}
