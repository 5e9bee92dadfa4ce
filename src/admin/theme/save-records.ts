import type { DataProvider, GetListParams, RaRecord } from 'ra-core';
import { saveFile } from '../../shared/save-file';
import { toastErrors } from '../../shared/toasts';
import { tellUnsaved } from '../list/export-ended';
import { readAll, recordsToCsv } from '../list/export-list';
import { exportsUnderWay } from './exports-under-way';

/** How a list was asked for, and how many rows it has. */
export type ListRequest = GetListParams & { total: number | undefined };

/** Rows that react-admin's button asks for; where it was told another number, that number is meant. */
const firstRows = 1_000;

/** Says that an export begins, how far it comes, and when it ends. */
function beginExport(what: string, all: number) {
  const controller = new AbortController();
  const stop = () => controller.abort();
  const tell = (done: number, of: number) => exportsUnderWay.tell({ what, done, all: of, stop });
  tell(0, all);
  const end = () => {
    if (exportsUnderWay.current()?.stop === stop) exportsUnderWay.tell(undefined);
  };
  return { tell, end, signal: controller.signal };
}

/**
 * Saves records as a CSV file, in which no spreadsheet finds a formula to run. Rows beyond those that the button of a list
 * asks for are read here, a page at a time; how far it is, is said while it reads, and it can be stopped.
 */
export async function saveRecords(
  records: RaRecord[],
  dataProvider: DataProvider,
  resource: string,
  request: ListRequest | undefined,
): Promise<void> {
  const { total = 0, pagination, filter = {}, sort = { field: 'id', order: 'ASC' }, meta } = request ?? {};
  const name = `${resource}-${new Date().toISOString().slice(0, 10)}.csv`;
  if (pagination?.perPage !== firstRows || total <= records.length) {
    saveFile(recordsToCsv(records), name);
    return;
  }
  const { tell, end, signal } = beginExport(resource, total);
  try {
    const wanted = { dataProvider, resource, filter, sort, meta, onProgress: tell, signal };
    const rows = await readAll(wanted, records);
    signal.throwIfAborted();
    saveFile(recordsToCsv(rows), name);
  } catch (error) {
    if (signal.aborted) return;
    toastErrors(error);
    tellUnsaved(resource);
  } finally {
    end();
  }
}
