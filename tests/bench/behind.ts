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
