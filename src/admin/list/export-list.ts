import type { DataProvider, FilterPayload, PaginationPayload, RaRecord, SortPayload } from 'ra-core';
import { csvText } from '../../shared/csv-text';
import { everyRow, type ListPart } from '../../shared/every-row';
import type { ListMeta } from '../list-total';
import { valueAt } from '../provider/value-at';
import { askAgain } from './ask-again';
import type { Column } from './columns';

/** Rows asked for at once: as many as our host gives. */
const pageSize = 1_000;

interface RowsRequest {
  dataProvider: DataProvider;
  resource: string;
  filter: FilterPayload;
  sort: SortPayload;
  meta?: unknown;
  /** Rows that are here, of all rows. */
  onProgress: (done: number, all: number) => void;
  signal: AbortSignal;
}

export interface ExportRequest<R extends RaRecord> extends RowsRequest {
  columns: readonly Column<R>[];
}

/**
 * react-admin asks for pages: the one that has this place, and reaches furthest behind it, of those with `most` rows or some
 * fewer.
 */
function pageWith(place: number, most: number): PaginationPayload {
  let reached = 0;
  let furthest = { page: 1, perPage: most };
  for (let perPage = most; perPage * 2 >= most; perPage -= 1) {
    const page = Math.floor(place / perPage) + 1;
    if (page * perPage <= reached) continue;
    reached = page * perPage;
    furthest = { page, perPage };
  }
  return furthest;
}

/** Every row that the filter lets through, in the order of the list. `first` is the first page where that is here already. */
export async function readAll<R extends RaRecord>(
  { dataProvider, resource, filter, sort, meta, onProgress, signal }: RowsRequest,
  first: readonly R[] = [],
): Promise<R[]> {
  // A host may give fewer rows than it is asked for.
  let most = pageSize;

  async function read(place: number): Promise<ListPart<R>> {
    const pagination = pageWith(place, most);
    const ask = () =>
      dataProvider.getList<R>(resource, {
        filter,
        sort,
        pagination,
        meta: { ...(typeof meta === 'object' && meta), uncut: true },
        signal,
      });
    const { data, total = 0, ...size } = await askAgain(ask, signal);
    const whole = data.length > pagination.perPage;
    const start = whole ? 0 : (pagination.page - 1) * pagination.perPage;
    const end = start + data.length;
    onProgress(Math.min(end, total), total);
    if (data.length > 0 && data.length < pagination.perPage && end < total) most = data.length;
    const told: ListMeta | undefined = size.meta;
    return { rows: data, start, total, atLeast: told?.atLeast };
  }

  return everyRow({ read, idOf: ({ id }) => id, orderOf: (row) => valueAt(row, sort.field) }, first);
}

/** The rows as the text of a CSV file, with the columns of the list. */
export function toCsv<R extends RaRecord>(rows: readonly R[], columns: readonly Column<R>[]): string {
  const exported = columns.flatMap(({ label, exported: cellOf }) => (cellOf ? [{ label, cellOf }] : []));
  return csvText({
    fields: ['S/N', ...exported.map(({ label }) => label)],
    data: rows.map((row, index) => [index + 1, ...exported.map(({ cellOf }) => cellOf(row))]),
  });
}

/** The mark at the front tells Excel that this is UTF-8. */
function fileOf(csv: string): Blob {
  return new Blob(['\uFEFF', csv], { type: 'text/csv;charset=utf-8' });
}

/** Records as a CSV file, with a column for each of their fields; what a field holds beyond a value is written as JSON. */
export function recordsToCsv(records: readonly RaRecord[]): Blob {
  const fields = [...new Set(records.flatMap((record) => Object.keys(record)))];
  const text = (value: unknown) =>
    typeof value === 'object' && value !== null ? JSON.stringify(value) : (value ?? '');
  const data = records.map((record) => fields.map((field) => text(record[field])));
  return fileOf(csvText({ fields, data }));
}

/**
 * All rows of a list as a CSV file, read page by page. Throws what the data provider throws; an aborted export throws
 * its reason.
 */
export async function exportList<R extends RaRecord>(request: ExportRequest<R>): Promise<Blob> {
  const rows = await readAll(request);
  request.signal.throwIfAborted();
  return fileOf(toCsv(rows, request.columns));
}
