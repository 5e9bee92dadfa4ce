import { type HistoryFinding, type HistoryKind, historyKinds } from '../../contract/history';
import { readCluster } from '../db/cluster';
import { ofHistory, ofRow } from './findings';
import { isSealed, sealedTables } from './leaf-text';
import { keptLevels } from './merkle';
import { isNext } from './position';
import type { Reader } from './reader';

/* What is in the database beside what was sealed: rows among older ones, and leaves and nodes that no sealer has made. */

export interface NewestRow {
  size: string;
  note: string;
  last_written_in: string;
  last_kind: HistoryKind;
  last_id: string;
  cluster: string;
}

/**
 * The first row that has no leaf though all rows of its time have one, or that no transaction of this database can have
 * written; and postings of no entry.
 */
export async function findAdded(
  db: Reader,
  newest: NewestRow | undefined,
): Promise<HistoryFinding | undefined> {
  const [orphan] = await db.rows<{ id: string }>(
    `select p.entry_id as id from public.ledger_postings p
     where not exists (select from public.ledger_entries e where e.id = p.entry_id) order by p.entry_id limit 1`,
    [],
    'whole',
  );
  if (orphan) return ofRow('entry', orphan.id, null, 'is missing, and has postings.');
  if (!newest) return undefined;
  // In a dump that was restored, rows may be of transactions that this cluster has not had, or be new and not sealed yet.
  const same = newest.cluster === (await readCluster(db));
  const unbegun = 'pg_snapshot_xmax(pg_current_snapshot())';
  for (const kind of historyKinds) {
    const [added] = await db.rows<{ id: string }>(
      `select row.id::text as id from ${sealedTables[kind].table} row
       where not ${isSealed(kind, '$4')}
         and (not (${isNext(kind, newest.last_kind, 1)}) and ($3 or row.written_in >= ${unbegun})
           or $3 and row.written_in >= ${unbegun})
       order by row.id limit 1`,
      [newest.last_written_in, newest.last_id, same, newest.size],
      'whole',
    );
    if (added) return ofRow(kind, added.id, null, 'was added, and is older than the sealed history says.');
  }
  return undefined;
}

/** Leaves that are signed, as the statement that asks sees them: a sealer adds leaves, nodes and their checkpoint at once. */
const signed = '(select coalesce(max(size), 0) from public.history_checkpoints)';

/** The first leaf at a place for which there is no checkpoint. */
export async function findStrayLeaf(db: Reader): Promise<HistoryFinding | undefined> {
  const first = (where: string) =>
    `(select l.index, ${signed} as size from public.history_leaves l where ${where} order by l.index limit 1)`;
  const [stray] = await db.rows<{ index: string; size: string }>(
    `${first('l.index < 0')} union all ${first(`l.index >= ${signed}`)} limit 1`,
  );
  if (!stray) return undefined;
  const { index, size } = stray;
  return ofHistory(
    `Leaf ${index} of the history was not made by sealing: it is none of the ${size} that are signed.`,
    Number(index),
  );
}

/** The first node over leaves for which there is no checkpoint, or of a level at which none are kept. */
export async function findStrayNode(db: Reader): Promise<HistoryFinding | undefined> {
  const [stray] = await db.rows<{ level: number; index: string; size: string }>(
    `select n.level, n.index, ${signed} as size from public.history_nodes n
     where n.level not between 1 and 62 or n.level % ${keptLevels} <> 0 or n.index < 0 or n.index >= ${signed} >> n.level
     order by n.level, n.index limit 1`,
    [],
    'whole',
  );
  if (!stray) return undefined;
  const { index, level, size } = stray;
  return ofHistory(
    `Node ${index} of level ${level} was not made by sealing: there is none over the ${size} leaves that are signed.`,
  );
}
