import { setTimeout as delay } from 'node:timers/promises';
import type { MigrationMeta } from 'drizzle-orm/migrator';
import type pg from 'pg';
import { liftLimits } from './connection';
import { markFinished, readJournal } from './migration-journal';
import { changedTable, indexOf, runsInBackground } from './migration-statements';
import { onTwoConnections } from './two-connections';

type Client = Pick<pg.Pool, 'query'>;
type Say = (line: string) => void;

/** Any number; whoever builds in the background holds it. */
const backgroundLock = 7_245_133;
/** Milliseconds between two questions whether another replica has finished. */
const pollPause = 500;

/** Tables with fewer rows are done before anybody notices. */
const large = 100_000;
/** A guess for a machine that is busy; see docs/reliability.md for what was measured. */
const rowsPerSecond = 50_000;

/**
 * Does what applied migrations have left for the background: each statement by itself, outside of a transaction. One
 * process does it, the others wait. An index that a former start did not finish is dropped and built anew.
 */
export async function finishInBackground(
  pool: pg.Pool,
  all: readonly MigrationMeta[],
  say: Say,
): Promise<void> {
  while ((await findUnfinished(pool, all)).length > 0) {
    const done = await onTwoConnections(pool, pool, async (keeper, worker) => {
      if (!(await keepLock(keeper))) return false;
      await liftLimits(worker);
      for (const migration of await findUnfinished(worker, all)) {
        for (const statement of migration.sql.filter(runsInBackground))
          await runAlone(worker, statement, say);
        await markFinished(worker, migration.folderMillis);
      }
      return true;
    });
    if (!done) await delay(pollPause);
  }
}

async function findUnfinished(client: Client, all: readonly MigrationMeta[]): Promise<MigrationMeta[]> {
  const unfinished = new Set((await readJournal(client)).filter((row) => row.unfinished).map(({ at }) => at));
  return all.filter(({ folderMillis }) => unfinished.has(folderMillis));
}

/**
 * Takes the lock with a transaction that stays open and idle. It is not waited for in one: building an index waits for
 * every transaction that has a snapshot, and who waits for a lock has one.
 */
async function keepLock(keeper: Client): Promise<boolean> {
  await keeper.query('BEGIN');
  await keeper.query('SET LOCAL idle_in_transaction_session_timeout = 0');
  // Without parameters: with them the connection keeps the snapshot of the statement as well.
  const { rows } = await keeper.query<{ free: boolean }>(
    `SELECT pg_try_advisory_xact_lock(${backgroundLock}) AS free`,
  );
  return rows[0]?.free ?? false;
}

async function runAlone(client: Client, statement: string, say: Say): Promise<void> {
  const about = indexOf(statement);
  if (about) {
    const standing = await readIndex(client, about.index);
    const builds = about.table !== undefined;
    if (builds && standing === 'valid') return;
    if (!builds && standing === undefined) return;
    if (builds && standing === 'invalid') {
      say(`The index ${about.index} was not finished by a former start; it is built anew.`);
      await client.query(`DROP INDEX CONCURRENTLY ${about.index}`);
    }
  }
  await announced(client, statement, say, () => client.query(statement));
}

async function readIndex(client: Client, index: string): Promise<'valid' | 'invalid' | undefined> {
  const { rows } = await client.query<{ valid: boolean }>(
    'SELECT indisvalid AS valid FROM pg_index WHERE indexrelid = to_regclass($1)',
    [index],
  );
  if (!rows[0]) return undefined;
  return rows[0].valid ? 'valid' : 'invalid';
}

/** Runs a statement; says before and after what it does to a table that is large, and how long that takes. */
export async function announced(
  client: Client,
  statement: string,
  say: Say,
  execute: () => Promise<unknown>,
): Promise<void> {
  const table = changedTable(statement);
  const rows = table === undefined ? 0 : await estimateRows(client, table);
  if (table === undefined || rows < large) {
    await execute();
    return;
  }
  const what = `${statement.replace(/\s+/g, ' ').trim().slice(0, 100)} (${table}: about ${rows.toLocaleString('en')} rows)`;
  const others = runsInBackground(statement) ? 'others read and write meanwhile' : 'others wait meanwhile';
  say(`Migrating: ${what}. Up to ${Math.ceil(rows / rowsPerSecond)} s if it reads all of them; ${others}.`);
  const begun = performance.now();
  await execute();
  say(`Migrated in ${((performance.now() - begun) / 1_000).toFixed(1)} s: ${what}.`);
}

/** What the planner believes; of a table that was never analyzed, by its size. */
async function estimateRows(client: Client, table: string): Promise<number> {
  const { rows } = await client.query<{ rows: number }>(
    `SELECT (CASE WHEN reltuples < 0 THEN pg_relation_size(oid) / 100 ELSE reltuples END)::float8 AS rows
     FROM pg_class WHERE oid = to_regclass($1)`,
    [table],
  );
  return Math.round(rows[0]?.rows ?? 0);
}
