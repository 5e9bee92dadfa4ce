import type { RaRecord } from 'ra-core';
import { enumValues } from '../../../contract/enum-values';
import type { TrxStatus } from '../../../contract/enums';
import type { BulkPreview, BulkPreviewRequest, BulkRow } from '../../../contract/preview';
import { recordOf } from '../../../contract/record-of';
import type { Transaction } from '../../../contract/transaction';
import { ApiError } from '../../shared/api-error';
import { listSpecified, manySpecified, updateSpecified } from './specified-provider';
import { transactions } from './specified-resources';
import { endsAll } from './write-each';

/** A row of a preview; other hosts know no versions. */
export type SeenBulkRow = Omit<BulkPreview['rows'][number], 'version'> & { version?: number };

export type SeenBulkPreview = Omit<BulkPreview, 'rows'> & {
  rows: SeenBulkRow[];
  /** The host cannot say what a change does to the accounts. */
  withoutEffect?: true;
};

function summed(rows: readonly Transaction[]) {
  // Dollars of two decimals, which adding floats would lose.
  const cents = rows.reduce((sum, { amount }) => sum + Math.round(Number(amount) * 100), 0);
  return { count: rows.length, sum: cents / 100 };
}

/** What a change of many would do, as far as the list of a host says that has no call for it. */
export async function previewOnList(
  request: BulkPreviewRequest,
  signal: AbortSignal | undefined,
): Promise<SeenBulkPreview> {
  const data =
    'ids' in request
      ? await manySpecified(transactions, { ids: request.ids, signal })
      : (await listSpecified(transactions, { filter: request.filter, signal })).data;
  const found = data as (Transaction & RaRecord)[];
  const changing = found.filter(({ status }) => status !== request.status);
  const decided = changing.filter(({ status }) => status !== 'PENDING').length;
  return {
    ...summed(changing),
    byType: recordOf(enumValues.trxTypes, (type) =>
      summed(changing.filter(({ trxType }) => trxType === type)),
    ),
    unchanged: found.length - changing.length,
    ...(decided > 0 && { decided }),
    overdraws: 0,
    frozen: 0,
    duplicates: 0,
    withoutEffect: true,
    rows: changing.map(({ id }) => ({ _id: String(id) })),
  };
}

interface ChangeOfMany {
  status: TrxStatus;
  rows: readonly SeenBulkRow[];
  reason: string | undefined;
}

/**
 * One call for each row, one after the other. When the next one need not be tried, the rows so far are answered, fewer
 * than asked for; it throws when there is none.
 */
export async function changeEach({ status, rows, reason }: ChangeOfMany): Promise<BulkRow[]> {
  const results: BulkRow[] = [];
  for (const { _id } of rows) {
    try {
      const update = { id: _id, data: { status }, previousData: { id: _id } };
      await updateSpecified(transactions, update, reason ? { reason } : {});
      results.push({ _id, result: 'changed', status, version: null, message: null });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (endsAll(error)) {
        if (results.length > 0) break;
        throw error;
      }
      results.push({ _id, result: 'failed', status: null, version: null, message: error.message });
    }
  }
  return results;
}
