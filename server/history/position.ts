import { type HistoryKind, historyKinds } from '../../contract/history';
import { sealedTables } from './leaf-text';
import type { Reader } from './reader';

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

/** Which PostgreSQL cluster it is; where that may not be asked, all are one. */
export async function readCluster(db: Reader): Promise<string> {
  try {
    const rows = await db.rows<{ id: string }>(
      'select system_identifier::text as id from pg_control_system()',
    );
    return rows[0]?.id ?? 'unknown';
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === '42501') return 'unknown';
    throw error;
  }
}
