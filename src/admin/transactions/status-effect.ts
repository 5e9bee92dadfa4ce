import type { TrxStatus } from '../../../contract/enums';
import type { Preview } from '../../../contract/preview';
import { call } from '../../shared/api';
import { ApiError } from '../../shared/api-error';
import type { TransactionRecord } from './transaction-record';

// How hosts answer that have no such call.
const noSuchCall = new Set([404, 405, 501]);

/**
 * What a status would do to the investor's account. Null where the host cannot say: the specification has no such call.
 * Throws ApiError when it could not be asked.
 */
export async function readEffect(
  { id }: TransactionRecord,
  status: TrxStatus,
  signal?: AbortSignal,
): Promise<Preview | null> {
  try {
    const params = { trxId: String(id) };
    return await call('previewStatus', { params, body: { status }, ...(signal ? { signal } : {}) });
  } catch (error) {
    if (error instanceof ApiError && noSuchCall.has(error.status)) return null;
    throw error;
  }
}
