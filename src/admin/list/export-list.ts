import Papa from 'papaparse';
import type { DataProvider, FilterPayload, Identifier, RaRecord, SortPayload } from 'ra-core';
import { csvFormula } from '../../shared/csv-formula';
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

/** Every row that the filter lets through, in the order of the list. `first` is the first page where that is here already. */
export async function readAll<R extends RaRecord>(
  { dataProvider, resource, filter, sort, meta, onProgress, signal }: RowsRequest,
  first: readonly R[] = [],
): Promise<R[]> {
  const rows = new Map<Identifier, R>(first.map((row) => [row.id, row]));
  for (let page = first.length === 0 ? 1 : 2; ; page += 1) {
    signal.throwIfAborted();
    const { data, total = 0 } = await dataProvider.getList<R>(resource, {
      filter,
      sort,
      pagination: { page, perPage: pageSize },
      meta: { ...(typeof meta === 'object' && meta), uncut: true },
      signal,
    });
    const whole = data.length > pageSize;
    // A row that is added meanwhile pushes others onto the next page: none of them twice.
    for (const row of data) rows.set(row.id, row);
    onProgress(whole ? total : Math.min(page * pageSize, total), total);
    if (whole || data.length < pageSize || page * pageSize >= total) return [...rows.values()];
  }
}

/**
 * The rows as the text of a CSV file (RFC 4180), with the columns of the list. Text that a spreadsheet would run as a
 * formula gets an apostrophe in front; numbers stay numbers.
 */
export function toCsv<R extends RaRecord>(rows: readonly R[], columns: readonly Column<R>[]): string {
  const exported = columns.flatMap(({ label, exported: cellOf }) => (cellOf ? [{ label, cellOf }] : []));
  return Papa.unparse(
    {
      fields: ['S/N', ...exported.map(({ label }) => label)],
      data: rows.map((row, index) => [index + 1, ...exported.map(({ cellOf }) => cellOf(row))]),
    },
    { escapeFormulae: csvFormula },
  );
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
  return fileOf(Papa.unparse({ fields, data }, { escapeFormulae: csvFormula }));
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
