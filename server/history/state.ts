import type { HistoryFinding, HistoryKind, HistoryState } from '../../contract/history';
import { historyKinds } from '../../contract/history';
import { refusals } from '../../contract/refusals';
import type { Database } from '../db/client';
import { readCluster } from '../db/cluster';
import { isOver } from '../due';
import type { NewestRow } from './added';
import { type CheckpointKey, createVerifier, readCheckpoint } from './checkpoint';
import { isSealed, sealedTables } from './leaf-text';
import type { Growing } from './merkle';
import { readNewestCheckpoint } from './newest';
import { isNext } from './position';
import { readLastCheckpoint } from './publish';
import { readPool } from './reader';
import { verifyHistory } from './verify';

export interface History {
  /**
   * How the history stands. Begins to check what came since the last check, or all of it when that was not done for
   * {@link wholeEvery}.
   */
  read(): Promise<HistoryState>;
  /** The same, checking all leaves anew. */
  checkAll(): Promise<HistoryState>;
  /** Breaks off the check that is under way, and begins none any more. */
  stop(): Promise<void>;
}

interface Outcome {
  /** When the check began: what is done to a row later it may have missed. */
  checkedAt: Date;
  size: number;
  /** The same of the last check of all leaves. */
  wholeAt: Date;
  wholeSize: number;
  finding: HistoryFinding | undefined;
}

/** Milliseconds after which all leaves are checked anew as soon as somebody looks (docs/ledger.md, "Checking"). */
export const wholeEvery = 3_600_000;

/** Rows after the newest checkpoint; more are not counted. */
const mostWaiting = 10_000;

/**
 * By what rows of a kind, named `row`, come in the order in which they were added, whatever their transactions, and how far a
 * history of `size` has come: in another cluster than that of its rows the numbers of transactions may begin lower. Both have an
 * index, so that no row before is read.
 */
function added(kind: HistoryKind, size: string): { place: string; last: string } {
  if (sealedTables[kind].idType === 'uuid') {
    return {
      place: 'row.created_at',
      last: 'select sealed_at from public.history_checkpoints order by size desc limit 1',
    };
  }
  return {
    place: 'row.id',
    last: `select coalesce(max(h.row_id), 0) from public.history_leaves h
      where h.kind = '${kind}' and h.row_id is not null and h.index >= 0 and h.index < ${size}::bigint`,
  };
}

/**
 * The history of a database for whoever looks after it. A check runs in the background, one at a time in a process, and
 * remembers how far all was right, so that the next one reads what came since. `log` is told why one could not be finished.
 */
export function createHistory(
  { db, pool }: Pick<Database, 'db' | 'pool'>,
  key: CheckpointKey,
  file: string,
  log: (error: unknown) => void,
): History {
  const stopping = new AbortController();
  const { signal } = stopping;
  let checking: Promise<void> | undefined;
  /** The check under way: of all leaves, or of those that came since. */
  let running: 'whole' | 'since' | undefined;
  /** Somebody has asked for a check of all leaves while a smaller one ran. */
  let wanted = false;
  let progress = { done: 0, total: 0 };
  let last: Outcome | undefined;
  let problem: string | null = null;
  /** As far as all is right. */
  let tree: Growing | undefined;
  let cluster: string | undefined;

  async function check(origin: string | undefined, after: Growing | undefined): Promise<void> {
    const checkedAt = new Date();
    const verifier = origin === undefined ? undefined : createVerifier(key.verifierKey(origin));
    const published = await readLastCheckpoint(file);
    const verified = await verifyHistory(readPool(pool, signal), {
      signal,
      verifiers: verifier ? [verifier] : [],
      earlier: published ? [published] : [],
      ...(after && { after }),
      progress: (done, total) => {
        progress = { done, total };
      },
    });
    const { size, finding } = verified;
    if (!finding) tree = verified.tree;
    const whole = after && last ? last : { wholeAt: checkedAt, wholeSize: size };
    last = { checkedAt, size, wholeAt: whole.wholeAt, wholeSize: whole.wholeSize, finding };
    problem = null;
  }

  async function waiting(): Promise<{ waiting: number; since: Date | null }> {
    const { rows } = await pool.query<Omit<NewestRow, 'note'>>(
      'select size, last_written_in, last_kind, last_id, cluster from public.history_checkpoints order by size desc limit 1',
    );
    const {
      size,
      last_written_in: writtenIn,
      last_kind: kind,
      last_id: id,
    } = rows[0] ?? {
      size: '0',
      last_written_in: '0',
      last_kind: 'entry',
      last_id: '0',
    };
    cluster ??= await readCluster(readPool(pool));
    // Rows that were moved here are of transactions that are still to come here; they are sealed before any that was written here.
    const here =
      rows[0]?.cluster === cluster
        ? 'row.written_in < (select pg_snapshot_xmax(pg_current_snapshot()))'
        : 'true';
    const moved = rows[0] !== undefined && rows[0].cluster !== cluster;
    const parts = historyKinds.flatMap((each) => {
      const { table } = sealedTables[each];
      const moment = each === 'event' ? 'row.at' : 'row.created_at';
      const next = isNext(each, kind, 1);
      const unsealed = `select ${moment} as at from ${table} row where not ${isSealed(each, '$3', 'offset 0')}`;
      const { place, last } = added(each, '$3');
      return [
        `(${unsealed} and ${next} and ${here} limit ${mostWaiting})`,
        ...(moved
          ? [
              `(${unsealed} and not (${next}) and ${place} > (${last}) order by ${place} limit ${mostWaiting})`,
            ]
          : []),
      ];
    });
    const { rows: found } = await pool.query<{ count: number; since: Date | null }>(
      `select count(*)::int as count, min(at) as since from (${parts.join(' union all ')}) waiting`,
      [writtenIn, id, size],
    );
    return { waiting: found[0]?.count ?? 0, since: found[0]?.since ?? null };
  }

  async function state(asked: boolean): Promise<HistoryState> {
    const newest = await readNewestCheckpoint(db);
    const checkpoint = newest && readCheckpoint(newest.note);
    const size = newest?.size ?? 0;
    if (asked && running !== 'whole') wanted = true;
    const due = last ? isOver(last.wholeAt, wholeEvery, Date.now()) : newest !== undefined;
    if (!running && !signal.aborted && (wanted || due || (last && !last.finding && size > last.size))) {
      const after = wanted || due ? undefined : tree;
      // It grows while it is checked: after a failure nobody knows how far it is right.
      tree = undefined;
      wanted = false;
      running = after ? 'since' : 'whole';
      progress = { done: after?.size ?? 0, total: size };
      checking = check(checkpoint?.origin, after)
        .finally(() => {
          running = undefined;
        })
        .catch((error: unknown) => {
          if (signal.aborted) return;
          problem = refusals.checkUnfinished;
          log(error);
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
        wholeAt: last?.wholeAt.toISOString() ?? null,
        wholeSize: last?.wholeSize ?? null,
        finding: last?.finding ?? null,
        problem,
      },
    };
  }

  return {
    read: () => state(false),
    checkAll: () => state(true),
    async stop() {
      stopping.abort();
      await checking;
    },
  };
}
