import type { HistoryFinding, HistoryState } from '../../contract/history';
import { historyKinds } from '../../contract/history';
import { refusals } from '../../contract/refusals';
import type { Database } from '../db/client';
import { type CheckpointKey, createVerifier, readCheckpoint } from './checkpoint';
import { sealedTables } from './leaf-text';
import type { Growing } from './merkle';
import { readNewestCheckpoint } from './newest';
import { isNext } from './position';
import { readLastCheckpoint } from './publish';
import { readPool } from './reader';
import { verifyHistory } from './verify';

export interface History {
  /** How the history stands. Begins to check what came since the last check, or all of it after none. */
  read(): Promise<HistoryState>;
  /** The same, checking all leaves anew. */
  checkAll(): Promise<HistoryState>;
}

interface Outcome {
  checkedAt: Date;
  size: number;
  finding: HistoryFinding | undefined;
}

/** Rows after the newest checkpoint; more are not counted. */
const mostWaiting = 10_000;

/**
 * The history of a database for whoever looks after it. A check runs in the background, one at a time in a process, and
 * remembers how far all was right, so that the next one reads what came since.
 */
export function createHistory(
  { db, pool }: Pick<Database, 'db' | 'pool'>,
  key: CheckpointKey,
  file: string,
): History {
  let running: Promise<void> | undefined;
  let progress = { done: 0, total: 0 };
  let last: Outcome | undefined;
  let problem: string | null = null;
  /** As far as all is right. */
  let tree: Growing | undefined;

  async function check(origin: string | undefined, whole: boolean): Promise<void> {
    const verifier = origin === undefined ? undefined : createVerifier(key.verifierKey(origin));
    const published = await readLastCheckpoint(file);
    const after = whole ? undefined : tree;
    // It grows while it is checked: after a failure nobody knows how far it is right.
    tree = undefined;
    const verified = await verifyHistory(readPool(pool), {
      verifiers: verifier ? [verifier] : [],
      earlier: published ? [published] : [],
      ...(after && { after }),
      progress: (done, total) => {
        progress = { done, total };
      },
    });
    const { size, finding } = verified;
    if (!finding) tree = verified.tree;
    last = { checkedAt: new Date(), size, finding };
    problem = null;
  }

  async function waiting(): Promise<{ waiting: number; since: Date | null }> {
    const { rows } = await pool.query<{ last_written_in: string; last_kind: 'entry'; last_id: string }>(
      'select last_written_in, last_kind, last_id from public.history_checkpoints order by size desc limit 1',
    );
    const {
      last_written_in: writtenIn,
      last_kind: kind,
      last_id: id,
    } = rows[0] ?? {
      last_written_in: '0',
      last_kind: 'entry',
      last_id: '0',
    };
    const parts = historyKinds.map((each) => {
      const { table } = sealedTables[each];
      const moment = each === 'event' ? 'row.at' : 'row.created_at';
      return `(select ${moment} as at from ${table} row where ${isNext(each, kind, 1)} limit ${mostWaiting})`;
    });
    const { rows: found } = await pool.query<{ count: number; since: Date | null }>(
      `select count(*)::int as count, min(at) as since from (${parts.join(' union all ')}) waiting`,
      [writtenIn, id],
    );
    return { waiting: found[0]?.count ?? 0, since: found[0]?.since ?? null };
  }

  async function state(whole: boolean): Promise<HistoryState> {
    const newest = await readNewestCheckpoint(db);
    const checkpoint = newest && readCheckpoint(newest.note);
    const size = newest?.size ?? 0;
    if (!running && (whole || (newest && !last) || (!last?.finding && size > (last?.size ?? 0)))) {
      progress = { done: whole ? 0 : (tree?.size ?? 0), total: size };
      running = check(checkpoint?.origin, whole)
        .catch(() => {
          problem = refusals.historyUnchecked;
        })
        .finally(() => {
          running = undefined;
        });
    }
    const { waiting: count, since } = await waiting();
    return {
      checkpoint: checkpoint
        ? {
            origin: checkpoint.origin,
            size: checkpoint.size,
            root: checkpoint.root.toString('base64'),
            sealedAt: checkpoint.sealedAt.toISOString(),
            key: key.verifierKey(checkpoint.origin),
          }
        : null,
      waiting: count,
      waitingSince: since?.toISOString() ?? null,
      check: {
        running: running !== undefined,
        ...progress,
        checkedAt: last?.checkedAt.toISOString() ?? null,
        size: last?.size ?? null,
        finding: last?.finding ?? null,
        problem,
      },
    };
  }

  return { read: () => state(false), checkAll: () => state(true) };
}
