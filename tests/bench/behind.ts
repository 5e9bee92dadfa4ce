import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';

/** How far sealing is behind: rows without a leaf, and for how many seconds the oldest of them has waited. */
export interface Behind {
  rows: number;
  seconds: number;
}

/** Milliseconds between two looks, and how long sealing may take to catch up. */
const pace = 250;
const patience = 120_000;

const sealedUpTo = `coalesce(
  (select last_written_in from history_checkpoints order by size desc limit 1), '0'::xid8)`;

const waiting = `
  select count(*)::int as rows, coalesce(extract(epoch from clock_timestamp() - min(at)), 0)::float8 as seconds from (
    select created_at as at from ledger_entries row where written_in >= ${sealedUpTo}
      and not exists (select from history_leaves where kind = 'entry' and row_id = row.id)
    union all
    select created_at from transactions row where written_in >= ${sealedUpTo}
      and not exists (select from history_leaves where kind = 'report' and transaction_id = row.id)
    union all
    select at from audit_events row where written_in >= ${sealedUpTo}
      and not exists (select from history_leaves where kind = 'event' and row_id = row.id)
  ) waiting`;

async function readBehind(pool: pg.Pool): Promise<Behind> {
  const { rows } = await pool.query<Behind>(waiting);
  return rows[0] ?? { rows: 0, seconds: 0 };
}

/** Waits until all that is there is sealed. */
export async function untilSealed(pool: pg.Pool): Promise<void> {
  const begun = performance.now();
  while ((await readBehind(pool)).rows > 0) {
    if (performance.now() - begun > patience) throw new Error('Sealing does not catch up');
    await delay(pace);
  }
}

/** How far what follows the rows has come: leaves, and the entry up to which there are figures by day. */
const readFollowers = `
  select coalesce((select size from history_checkpoints order by size desc limit 1), 0)::int as leaves,
    coalesce((select entry_id from ledger_followers where name = 'account_days'), 0)::int as entry`;

/** Where it ends: each row has a leaf. */
const readRows = `
  select ((select count(*) from ledger_entries) + (select count(*) from transactions)
      + (select count(*) from audit_events))::int as leaves,
    (select coalesce(max(id), 0) from ledger_entries)::int as entry`;

interface Followed {
  leaves: number;
  entry: number;
}

/** Seconds until all rows had leaves, and all entries were in the figures by day. */
export interface CaughtUp {
  leaves: number;
  sealing: number;
  entries: number;
  following: number;
}

/**
 * Waits until the sealer and the follower of days have done all that is there, however much that is. Told of the share that
 * has leaves.
 */
export async function untilCaughtUp(
  pool: pg.Pool,
  progress: (share: number) => void = () => {},
): Promise<CaughtUp> {
  const read = async (text: string): Promise<Followed> => {
    const { rows } = await pool.query<Followed>(text);
    if (!rows[0]) throw new Error('A query of sums answered nothing');
    return rows[0];
  };
  const begun = performance.now();
  const all = await read(readRows);
  let last: Followed = { leaves: 0, entry: 0 };
  let advanced = begun;
  let sealed: number | undefined;
  let followed: number | undefined;
  for (;;) {
    const { leaves, entry } = await read(readFollowers);
    const now = performance.now();
    if (leaves > last.leaves || entry > last.entry) advanced = now;
    last = { leaves, entry };
    if (leaves >= all.leaves) sealed ??= (now - begun) / 1000;
    if (entry >= all.entry) followed ??= (now - begun) / 1000;
    progress(Math.min(1, leaves / all.leaves));
    if (sealed !== undefined && followed !== undefined) {
      return { leaves: all.leaves, sealing: sealed, entries: all.entry, following: followed };
    }
    if (now - advanced > patience)
      throw new Error(`Sealing or the figures by day stand still at ${leaves} of ${all.leaves} leaves`);
    await delay(pace);
  }
}

/** Does work, and looks meanwhile how far sealing is behind at most. */
export async function watchSealing<T>(pool: pg.Pool, work: Promise<T>): Promise<{ done: T; most: Behind }> {
  const most: Behind = { rows: 0, seconds: 0 };
  let ended = false;
  const watching = (async () => {
    while (!ended) {
      const { rows, seconds } = await readBehind(pool);
      most.rows = Math.max(most.rows, rows);
      most.seconds = Math.max(most.seconds, seconds);
      await delay(pace);
    }
  })();
  try {
    return { done: await work, most };
  } finally {
    ended = true;
    await watching;
  }
}
