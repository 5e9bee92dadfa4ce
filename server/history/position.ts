import { type HistoryKind, historyKinds } from '../../contract/history';
import { sealedTables } from './leaf-text';

/** A row in the order of sealing: what comes after it is to be sealed. */
export interface Position {
  writtenIn: string;
  kind: HistoryKind;
  id: string;
}

/** Which rows, named `row`, of a kind come after a position of another or the same one, whose parameters begin at `$first`. */
export function isNext(kind: HistoryKind, after: HistoryKind, first: number): string {
  const order = historyKinds.indexOf(kind) - historyKinds.indexOf(after);
  const [writtenIn, id] = [`$${first}::xid8`, `$${first + 1}`];
  if (order === 0)
    return `(row.written_in, row.id) > (${writtenIn}, ${id}::text::${sealedTables[kind].idType})`;
  return `row.written_in ${order < 0 ? '>' : '>='} ${writtenIn} and ${id}::text is not null`;
}
