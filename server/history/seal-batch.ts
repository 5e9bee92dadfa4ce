import pg from 'pg';
import { type HistoryKind, historyKinds } from '../../contract/history';
import { CommitInDoubt, commit } from '../db/client';
import { readCluster } from '../db/cluster';
import { type CheckpointKey, createVerifier, readCheckpoint } from './checkpoint';
import { isSealed, joinTexts, leafHashOf, sealedTables } from './leaf-text';
import { frontierOf, growFrom, type Head, keptLevels, rootAt, type Subtree, splitHashes } from './merkle';
import { isNext, type Position } from './position';
import { readPool } from './reader';
import { withSubtrees } from './subtrees';

/** Nothing more is sealed, and why: for people. */
class SealingStopped extends Error {}

interface Resumed {
  cluster: string;
  position: Position;
}

/** What one process knows of the history beside what the database says. */
export interface SealerMemory {
  /** The longest head that was published from here: what is signed next must begin with it. */
  published: Head | undefined;
  /** Where to go on once all rows of a restored dump have their leaves. */
  resumed?: Resumed;
  /** Of the PostgreSQL cluster. */
  cluster?: string;
}

interface Options {
  key: CheckpointKey;
  /** The name of a history that has no checkpoint yet. */
  origin: string;
  /** Leaves at a time. */
  batch: number;
}

export interface Sealed {
  /** Leaves that were added. */
  count: number;
  /** The newest checkpoint, if there is one. */
  note: string | undefined;
}

/** What a transaction has done that is still to be committed. */
interface Uncommitted extends Sealed {
  /** Leaves that the newest checkpoint is of; 0 where there is none. */
  size: number;
  /** Where to go on, where all rows of a restored dump have their leaves with it. */
  resumed?: Resumed;
}

/** Milliseconds that a statement may take: the first one after a restored dump reads everything. */
const timeout = 120_000;

/** What the sealer of a replica locks, as there is one at a time over all of them. */
export const sealingLock = `hashtextextended('history', 0)`;

const tryLock = `select pg_try_advisory_xact_lock(${sealingLock}) as locked,
  set_config('statement_timeout', '${timeout}', true)`;

/** The newest checkpoint, and below which transaction of the database all are over: what is read afterwards has them all. */
const readNewest = `
  select pg_snapshot_xmin(pg_current_snapshot())::text as horizon, c.*
  from (values (1)) as one left join lateral (
    select size, root, note, last_written_in, last_kind, last_id, cluster
    from public.history_checkpoints order by size desc limit 1) c on true`;

interface NewestRow {
  horizon: string;
  size: string | null;
  root: Buffer;
  note: string;
  last_written_in: string;
  last_kind: HistoryKind;
  last_id: string;
  cluster: string;
}

const isOver = 'row.written_in < (select pg_snapshot_xmin(pg_current_snapshot()))';

/**
 * Adds leaves from size `$1` on for the rows that come next, and answers their hashes in their order. `where` says which rows of a
 * kind; those that have a leaf are left out whatever it says: each is looked for `alone`, or it is PostgreSQL's choice how.
 */
function insertLeaves(batch: number, where: (kind: HistoryKind) => string, alone: boolean): string {
  const fresh = historyKinds.map((kind, order) => {
    const { table, idType } = sealedTables[kind];
    const [rowId, trxId] = idType === 'uuid' ? ['null::bigint', 'row.id'] : ['row.id', 'null::uuid'];
    return `(select ${order} as place, '${kind}' as kind, ${rowId} as row_id, ${trxId} as transaction_id, row.written_in
      from ${table} row where ${where(kind)}
        and not ${isSealed(kind, '$1', alone ? 'offset 0' : '')}
      order by row.written_in, row.id limit ${batch})`;
  });
  const order = 'written_in, place, row_id, transaction_id';
  return `
    with fresh as (${fresh.join(' union all ')}),
    taken as materialized (
      select $1::bigint + row_number() over (order by ${order}) - 1 as index, kind, row_id, transaction_id, written_in,
        gen_random_uuid() as blind, null::bytea as commitment
      from fresh order by ${order} limit ${batch}),
    added as (
      insert into public.history_leaves (index, kind, row_id, transaction_id, blind, commitment, hash)
      select l.index, l.kind, l.row_id, l.transaction_id, l.blind, r.commitment,
        ${leafHashOf('r.text')}
      from taken l ${joinTexts}
      returning index, hash)
    select string_agg(hash, ''::bytea order by index) as hashes, last.kind, last.id, last.written_in
    from added, (
      select kind, coalesce(row_id::text, transaction_id::text) as id, written_in from taken order by index desc limit 1
    ) last group by last.kind, last.id, last.written_in`;
}

/** What was added: the hashes of the leaves one after the other, and the row of the last one. */
interface AddedRow {
  hashes: Buffer;
  kind: HistoryKind;
  id: string;
  written_in: string;
}

/**
 * Adds the leaves that come after a position, to a history of `size` leaves. Few of these rows have leaves already, and each is looked
 * for by itself (`offset 0` keeps PostgreSQL from making a join of it): where its statistics know of no leaf of a kind yet, as after
 * a restored dump, it would take all of them for one row, and read them all for each row that is to be sealed.
 */
export const leavesAfter = (batch: number, size: number, { writtenIn, kind: last, id }: Position) => ({
  text: insertLeaves(batch, (kind) => `${isNext(kind, last, 2)} and ${isOver}`, true),
  values: [size, writtenIn, id],
});

/**
 * Changes nothing, but its commit waits for a standby where others do, and with it for all that was committed before: for the
 * checkpoint of a process that did not wait to its end, too.
 */
const writeToLog = `select pg_logical_emit_message(true, 'averin', ''::text)`;

const insertNodes = `insert into public.history_nodes (level, index, hash)
  select * from unnest($1::int[], $2::bigint[], $3::bytea[])`;

const insertCheckpoint = `insert into public.history_checkpoints
  (size, root, sealed_at, note, last_written_in, last_kind, last_id, cluster) values ($1, $2, $3, $4, $5, $6, $7, $8)`;

const beginning: Position = { writtenIn: '0', kind: 'entry', id: '0' };

/**
 * Seals the rows that come next in the order in which they were written, and signs a checkpoint of the whole history with
 * them. Only rows of transactions before the oldest one that is still under way are taken: none that is written later
 * comes before them. Answers undefined while another process is sealing. Throws {@link SealingStopped} when what the
 * database has is not what was signed.
 */
export async function sealBatch(
  pool: pg.Pool,
  memory: SealerMemory,
  options: Options,
): Promise<Sealed | undefined> {
  memory.cluster ??= await readCluster(readPool(pool));
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query('begin');
    const sealed = await seal(client, { ...memory, cluster: memory.cluster }, options);
    // What is published must be there after a takeover as well.
    if (sealed && sealed.size > (memory.published?.size ?? 0)) {
      if (sealed.count === 0) await client.query(writeToLog);
      await commit(client);
    } else await client.query('rollback');
    // Not before: what is rolled back has left no leaves.
    if (sealed?.resumed) memory.resumed = sealed.resumed;
    return sealed;
  } catch (error) {
    // Behind a COMMIT that waits, a ROLLBACK would wait as well.
    if (error instanceof CommitInDoubt) broken = error;
    else
      await client.query('rollback').catch((failure: Error) => {
        broken = failure;
      });
    throw isTaken(error) ? taken(error) : error;
  } finally {
    client.release(broken);
  }
}

async function seal(
  client: pg.PoolClient,
  { published, resumed, cluster }: SealerMemory & { cluster: string },
  { key, origin, batch }: Options,
): Promise<Uncommitted | undefined> {
  const { rows: locks } = await client.query<{ locked: boolean }>(tryLock);
  if (!locks[0]?.locked) return undefined;
  const { rows } = await client.query<NewestRow>(readNewest);
  const [newest] = rows;
  if (!newest) throw new Error('The newest checkpoint could not be read');
  const size = newest.size === null ? 0 : Number(newest.size);
  const name = (await requireOwn(key, newest)) ?? origin;
  const frontier = await requirePublished(client, published, size, newest);

  // A dump that was restored here brings rows of other transactions than those of this cluster.
  const restored = newest.size !== null && newest.cluster !== cluster;
  const position =
    resumed?.cluster === cluster && restored
      ? resumed.position
      : newest.size === null
        ? beginning
        : { writtenIn: newest.last_written_in, kind: newest.last_kind, id: newest.last_id };
  const catchingUp = restored && resumed?.cluster !== cluster;
  const {
    rows: [added],
  } = catchingUp
    ? await client.query<AddedRow>(
        insertLeaves(batch, () => 'true', false),
        [size],
      )
    : await client.query<AddedRow>(leavesAfter(batch, size, position));
  const hashes = added ? splitHashes(added.hashes) : [];
  const caughtUp = catchingUp && hashes.length < batch;
  const horizon: Position = { writtenIn: newest.horizon, kind: 'entry', id: '0' };
  const goingOn = caughtUp && { resumed: { cluster, position: horizon } };
  if (!added) return { count: 0, size, note: newest.note ?? undefined, ...goingOn };

  const tree = growFrom(size, frontier);
  const kept: Subtree[] = [];
  for (const hash of hashes) {
    tree.add(hash, (subtree) => {
      if (subtree.level % keptLevels === 0) kept.push(subtree);
    });
  }
  if (kept.length > 0) {
    await client.query(insertNodes, [
      kept.map(({ level }) => level),
      kept.map(({ index }) => index),
      kept.map(({ hash }) => hash),
    ]);
  }
  const sealedAt = new Date();
  const root = tree.root();
  const note = key.sign({ origin: name, size: tree.size, root, sealedAt });
  const end = caughtUp ? horizon : { writtenIn: added.written_in, kind: added.kind, id: added.id };
  await client.query(insertCheckpoint, [
    ...[tree.size, root, sealedAt, note, end.writtenIn, end.kind, end.id],
    catchingUp && !caughtUp ? newest.cluster : cluster,
  ]);
  return { count: hashes.length, size: tree.size, note, ...goingOn };
}

/** The name of the history, when there is one: its newest checkpoint must be of the key that signs the next. */
async function requireOwn(key: CheckpointKey, { size, root, note }: NewestRow): Promise<string | undefined> {
  if (size === null) return undefined;
  const checkpoint = readCheckpoint(note);
  const origin = checkpoint?.origin;
  const verifier = origin === undefined ? undefined : createVerifier(key.verifierKey(origin));
  if (origin === undefined || !(await verifier?.signed(note))) {
    throw new SealingStopped(
      'The newest checkpoint in the database is not signed by the key of this server. While CHECKPOINT_KEY is unset the key is made of JWT_SECRET: after a change of that, set CHECKPOINT_KEY to the former JWT_SECRET (docs/ledger.md).',
    );
  }
  if (checkpoint?.size !== Number(size) || !checkpoint.root.equals(root)) throw changed();
  return origin;
}

const changed = () =>
  new SealingStopped(
    'The sealed history in the database is not what was signed. npm run verify names the first row that differs (docs/ledger.md).',
  );

/** Of what is to be stored next, its place or its row is taken: of several sealers one works at a time, and all is in order then. */
const isTaken = (error: unknown): error is pg.DatabaseError =>
  error instanceof pg.DatabaseError && error.code === '23505';

const taken = (error: pg.DatabaseError) =>
  new SealingStopped(
    `The sealed history in the database has what was not made by sealing, where the next rows are to be sealed: ${error.table}, ${error.detail} npm run verify names the first that is wrong (docs/ledger.md).`,
    { cause: error },
  );

/** The complete subtrees of the history, once it is sure that what was signed is still there. */
async function requirePublished(
  client: pg.PoolClient,
  published: Head | undefined,
  size: number,
  { root }: NewestRow,
): Promise<Buffer[]> {
  if (published && published.size > size) {
    throw new SealingStopped(
      `The database has ${size} leaves of the history, and a checkpoint of ${published.size} was signed. If a backup was restored on purpose, move the file of checkpoints in the data folder away, and keep it (docs/ledger.md).`,
    );
  }
  if (size === 0) return [];
  const found = await withSubtrees(client, (read) => ({
    frontier: frontierOf(size).map(({ level, index }) => read(level, index)),
    root: rootAt(size, read),
    published: published && rootAt(published.size, read),
  })).catch((error: unknown) => {
    throw error instanceof Error && error.message.startsWith('The history lacks') ? changed() : error;
  });
  const same = found.root.equals(root) && (!published || found.published?.equals(published.root));
  if (!same) throw changed();
  return found.frontier;
}
