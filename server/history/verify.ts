import { type HistoryFinding, type HistoryKind, historyKinds } from '../../contract/history';
import { findAdded, findStrayLeaf, findStrayNode, type NewestRow } from './added';
import {
  type Checkpoint,
  type CheckpointVerifier,
  readCheckpoint,
  type SignedCheckpoint,
} from './checkpoint';
import { ofHistory, ofRow } from './findings';
import { joinTexts, leafHashOf, noTexts } from './leaf-text';
import { emptyRoot, type Growing, growFrom, keptLevels, type Subtree, splitHashes } from './merkle';
import type { Reader } from './reader';

export interface VerifyOptions {
  /** The public keys whose signatures count. */
  verifiers: readonly CheckpointVerifier[];
  /** Checkpoints from elsewhere that the history must extend; they may be very many. */
  earlier?: Iterable<SignedCheckpoint> | AsyncIterable<SignedCheckpoint>;
  /**
   * The tree of an earlier check that found nothing: only leaves that came since are read, and no whole table. It grows.
   */
  after?: Growing;
  /** Told how many of how many leaves are done. */
  progress?: (done: number, total: number) => void;
  /** Ends the check between two batches. */
  signal?: AbortSignal;
}

export interface Verified {
  /** Leaves of the newest checkpoint, all of which were looked at. */
  size: number;
  /** The newest checkpoint; none of a history that has not begun. */
  checkpoint: Checkpoint | undefined;
  /** The first thing that is not as it was sealed. */
  finding: HistoryFinding | undefined;
  /** The tree as far as it is right, for the next check to go on from. */
  tree: Growing;
}

/** Leaves that are read at a time, and how many such batches are on their way while one is looked at: more would leave others too little. */
const batch = 4_000;
const ahead = 1;
/** Checkpoints whose signatures are looked at together. */
const signedAtOnce = 1_000;

/** What can be wrong with a leaf, by what the query below calls it. */
const problems = {
  shape: undefined,
  missing: 'is missing.',
  changed: 'was changed after it was sealed.',
  // Of an erased person the hash of the texts is left, and there must be no texts beside it.
  texts: 'has texts that were erased.',
  commitment: 'has another hash of its texts than was sealed.',
  unopened: 'cannot be checked: the key of its owner is gone, and nobody was erased.',
} as const;

interface LeavesRow {
  count: number;
  /** Their hashes, in their order. */
  hashes: Buffer | null;
  /** Those with something to look at. */
  others: {
    index: number;
    kind: HistoryKind;
    id: string;
    owner: string | null;
    problem: keyof typeof problems;
  }[];
}

/** Hashes are made by the database, as those of the sealer are: their texts are not sent. */
const readLeaves = `
  select count(*)::int as count, string_agg(c.hash, ''::bytea order by c.index) as hashes,
    coalesce(json_agg(json_build_object('index', c.index, 'kind', c.kind, 'id', c.id, 'owner', c.owner, 'problem', c.problem)
      order by c.index) filter (where c.problem is not null), '[]') as others
  from (
    select l.index, l.hash, l.kind, coalesce(l.row_id::text, l.transaction_id::text) as id, r.user_id as owner, case
      when not (l.kind in (${historyKinds.map((kind) => `'${kind}'`).join(', ')})
        and (l.kind = 'report') = (l.transaction_id is not null) and (l.kind = 'report') = (l.row_id is null)) then 'shape'
      when r.text is null then 'missing'
      when l.hash <> ${leafHashOf('r.text')} then 'changed'
      when l.kind <> 'report' then null
      when r.commitment is null then case when r.texts = '${noTexts}' then 'unopened' else 'texts' end
      when l.commitment is distinct from r.commitment then 'commitment'
      end as problem
    from public.history_leaves l ${joinTexts} where l.index >= $1 and l.index < $2) c`;

const readGap = `
  select wanted.index from generate_series($1::bigint, $2::bigint - 1) as wanted (index)
  where not exists (select from public.history_leaves l where l.index = wanted.index) order by 1 limit 1`;

interface CheckpointRow {
  size: string;
  root: Buffer;
  sealed_at: Date;
  note: string;
  last_written_in: string;
  last_kind: HistoryKind;
  last_id: string;
  /** Whether the checkpoint before it was made in the same PostgreSQL. */
  stayed: boolean;
  /** Whether its last leaf is of the row that it names. */
  ends: boolean;
}

const readNotes = `
  select c.size, c.root, c.sealed_at, c.note, c.last_written_in, c.last_kind, c.last_id, c.cluster = coalesce((
      select before.cluster from public.history_checkpoints before where before.size < c.size order by before.size desc limit 1
    ), c.cluster) as stayed,
    coalesce(l.kind = c.last_kind and coalesce(l.row_id::text, l.transaction_id::text) = c.last_id
      and right(r.text, length(written.part)) = written.part, false) as ends
  from public.history_checkpoints c
  cross join lateral (select '"writtenIn":"' || c.last_written_in::text || '"}' as part) written
  left join public.history_leaves l on l.index = c.size - 1 ${joinTexts}
  where c.size > $1 and c.size <= $2 order by c.size`;

const readNodes = `
  select w.level, w.index, n.hash from unnest($1::int[], $2::bigint[]) as w (level, index)
  left join public.history_nodes n using (level, index) order by w.level, w.index`;

/** The roots that a history must have, by its size then. */
type Roots = Map<number, Buffer[]>;

function addRoot(roots: Roots, size: number, root: Buffer): void {
  const known = roots.get(size) ?? [];
  if (!known.some((one) => one.equals(root))) roots.set(size, [...known, root]);
}

/**
 * Recomputes the history from the rows that are there now, and holds it against the signed checkpoints: names the first
 * row that was changed, added or removed after it was sealed. It trusts the signatures, the earlier checkpoints it is given
 * and what PostgreSQL answers to plain queries, and nothing that the tables say about themselves.
 */
export async function verifyHistory(db: Reader, options: VerifyOptions): Promise<Verified> {
  const { verifiers, earlier = [], after, progress, signal } = options;
  const tree = after ?? growFrom(0, []);
  const signed = async (note: string) =>
    (await Promise.all(verifiers.map((verifier) => verifier.signed(note)))).includes(true);
  const given: Roots = new Map();
  const wrong = await takeGiven(given, earlier, signed, signal);
  // After the checkpoints that were given: the history grows meanwhile.
  const newest = await readNewest(db);
  const size = newest ? Number(newest.size) : 0;
  const end = (finding?: HistoryFinding): Verified => {
    return { size, checkpoint: newest && readCheckpoint(newest.note), finding, tree };
  };
  const lost = [...given.keys()].find((one) => one > size);
  if (wrong) return end(wrong);
  if (lost !== undefined)
    return end(
      ofHistory(
        `The checkpoint of ${lost} leaves that was given was signed, and the history has ${size}: the end is missing.`,
      ),
    );
  const passed = after && (await findPassed(db, after, size, given));
  if (passed) return end(passed);

  /** Up to which leaf all is right. */
  let sure = tree.size;
  const batches = readAhead(db, tree.size, size);
  while (tree.size < size) {
    signal?.throwIfAborted();
    const from = tree.size;
    const to = Math.min(from + batch, size);
    const { leaves, notes } = await batches();
    const unsigned = await firstOf(notes, (row) => noteProblem(row, signed));
    const changed = (await findChanged(db, leaves, from, to)) ?? unsigned;
    if (changed) return end(changed);
    const stored = new Map(notes.map((row) => [Number(row.size), row.root]));
    const completed: Subtree[] = [];
    for (const hash of splitHashes(leaves.hashes ?? Buffer.alloc(0))) {
      tree.add(hash, (subtree) => completed.push(subtree));
      const own = stored.get(tree.size);
      const others = given.get(tree.size);
      if (!own && !others) continue;
      const root = tree.root();
      const name = `the checkpoint of ${tree.size} leaves`;
      if (own && !own.equals(root)) return end(exchanged(name, sure, tree.size));
      if (others?.some((other) => !other.equals(root)))
        return end(exchanged(`${name} that was given`, sure, tree.size));
      sure = tree.size;
      // It was signed after it was stored; the leaves are right without it.
      if (!own) return end(removed(tree.size));
    }
    const node = await findNode(db, completed);
    if (node) return end(node);
    progress?.(tree.size, size);
  }
  if (after) return end(await findStrayLeaf(db));
  // Not all at once: each takes a connection of its own for as long as it reads.
  const beside = async () =>
    (await findAdded(db, newest)) ??
    (await findStrayLeaf(db)) ??
    (await findStrayNode(db)) ??
    (await findUnreadable(db));
  const [found, status] = await Promise.all([beside(), findStatus(db)]);
  return end(found ?? status);
}

/** What is found of the first of several for which there is something. */
async function firstOf<T>(
  all: readonly T[],
  find: (one: T) => Promise<HistoryFinding | undefined>,
): Promise<HistoryFinding | undefined> {
  const found = await Promise.all(all.map(find));
  return found.find((one) => one !== undefined);
}

const removed = (size: number) => ofHistory(`The checkpoint of ${size} leaves was removed from the history.`);

/** What is wrong with the stored checkpoints of leaves that are not read again: where `after` ends, and those that were given. */
async function findPassed(
  db: Reader,
  after: Growing,
  size: number,
  earlier: Roots,
): Promise<HistoryFinding | undefined> {
  if (after.size > size)
    return ofHistory(
      `${after.size} leaves were checked before, and the history has ${size}: the end is missing.`,
    );
  const given = [...earlier].flatMap(([size, roots]) => roots.map((root) => ({ size, root })));
  const expected = [{ size: after.size, root: after.root() }, ...given].filter(
    (one) => one.size > 0 && one.size <= after.size,
  );
  const rows = await db.rows<{ size: string; root: Buffer }>(
    'select size, root from public.history_checkpoints where size = any($1::bigint[])',
    [expected.map((one) => one.size)],
  );
  const stored = new Map(rows.map((row) => [Number(row.size), row.root]));
  const other = expected.find(({ size, root }) => !stored.get(size)?.equals(root));
  if (!other) return undefined;
  return stored.has(other.size)
    ? ofHistory(`The checkpoint of ${other.size} leaves is another one than before.`)
    : removed(other.size);
}

/** Adds the checkpoints that were given to the roots; answers what is wrong with the first one that itself is. */
async function takeGiven(
  roots: Roots,
  given: Iterable<SignedCheckpoint> | AsyncIterable<SignedCheckpoint>,
  signed: (note: string) => Promise<boolean>,
  signal: AbortSignal | undefined,
): Promise<HistoryFinding | undefined> {
  let piece: SignedCheckpoint[] = [];
  const check = async () => {
    signal?.throwIfAborted();
    const wrong = await firstOf(piece, (one) => wrongOf(one, signed));
    for (const { checkpoint } of piece) addRoot(roots, checkpoint.size, checkpoint.root);
    piece = [];
    return wrong;
  };
  for await (const one of given) {
    piece.push(one);
    const wrong = piece.length === signedAtOnce ? await check() : undefined;
    if (wrong) return wrong;
  }
  return check();
}

/** What is wrong with a checkpoint that was given, before the history is computed. */
async function wrongOf(
  { note, checkpoint: { size, root } }: SignedCheckpoint,
  signed: (note: string) => Promise<boolean>,
): Promise<HistoryFinding | undefined> {
  const name = `The checkpoint of ${size} leaves that was given`;
  if (!(await signed(note))) return ofHistory(`${name} is not signed by this key.`);
  if (size === 0 && !root.equals(emptyRoot)) return ofHistory(`${name} has leaves.`);
  return undefined;
}

async function readNewest(db: Reader): Promise<NewestRow | undefined> {
  const rows = await db.rows<NewestRow>(
    `select size, note, last_written_in, last_kind, last_id, cluster from public.history_checkpoints order by size desc limit 1`,
  );
  return rows[0];
}

interface Batch {
  leaves: LeavesRow;
  notes: CheckpointRow[];
}

/** The leaves from one on, and the checkpoints among them. */
async function readBatch(db: Reader, from: number, to: number): Promise<Batch> {
  const [[leaves], notes] = await Promise.all([
    db.rows<LeavesRow>(readLeaves, [from, to]),
    db.rows<CheckpointRow>(readNotes, [from, to]),
  ]);
  if (!leaves) throw new Error('A query of sums answered nothing');
  return { leaves, notes };
}

/** Answers one batch after the other; those that come next are on their way meanwhile. */
function readAhead(db: Reader, from: number, size: number): () => Promise<Batch> {
  const waiting: Promise<Batch>[] = [];
  let next = from;
  return () => {
    for (; waiting.length <= ahead && next < size; next += batch) {
      const read = readBatch(db, next, Math.min(next + batch, size));
      // Of those that nobody waits for any more nobody hears.
      read.catch(() => {});
      waiting.push(read);
    }
    const first = waiting.shift();
    if (!first) throw new Error('The history has no more leaves');
    return first;
  };
}

/** One signature, and nothing after it. */
const endsAsSigned = /\n\n— [^\n]+\n$/;

/** What is wrong with a checkpoint as it is stored. */
async function noteProblem(
  row: CheckpointRow,
  signed: (note: string) => Promise<boolean>,
): Promise<HistoryFinding | undefined> {
  const { size, root, sealed_at, note } = row;
  const checkpoint = readCheckpoint(note);
  const same =
    endsAsSigned.test(note) &&
    checkpoint?.size === Number(size) &&
    checkpoint.root.equals(root) &&
    checkpoint.sealedAt.getTime() === sealed_at.getTime() &&
    (wasRestored(row) || row.ends);
  if (same && (await signed(note))) return undefined;
  return ofHistory(
    same
      ? `The checkpoint of ${size} leaves is not signed by this key.`
      : `The checkpoint of ${size} leaves was changed.`,
  );
}

/** Of the checkpoint after a dump was restored: the next rows are those of this cluster, whichever came last. */
const wasRestored = ({ last_kind: kind, last_id: id, stayed }: CheckpointRow) =>
  kind === 'entry' && id === '0' && !stayed;

/** The first leaf of a batch that is not there, or whose row is not as it was sealed. */
async function findChanged(
  db: Reader,
  { count, others }: LeavesRow,
  from: number,
  to: number,
): Promise<HistoryFinding | undefined> {
  const [gap] = count < to - from ? await db.rows<{ index: string }>(readGap, [from, to]) : [];
  const missing = Number(gap?.index ?? to);
  const other = others.find(({ problem }) => problem !== 'unopened');
  if (other && other.index < missing) {
    const { index, kind, id, problem } = other;
    const said = problems[problem];
    return said === undefined
      ? ofHistory(`Leaf ${index} of the history was changed.`, index)
      : ofRow(kind, id, index, said);
  }
  if (gap) return ofHistory(`Leaf ${missing} of the history is missing.`, missing);
  if (others.length === 0) return undefined;
  const erased = await db.rows<{ id: string }>(
    `select x.subject_id as id from public.audit_events x where ${isErasure} and x.subject_id = any($1::text[])`,
    [[...new Set(others.map(({ owner }) => owner))]],
  );
  const known = new Set(erased.map(({ id }) => id));
  const without = others.find(({ owner }) => owner === null || !known.has(owner));
  return without && ofRow('report', without.id, without.index, problems.unopened);
}

/** Of rows that are all like their leaves, which are not the leaves that were signed. */
function exchanged(checkpoint: string, sure: number, size: number): HistoryFinding {
  return ofHistory(
    `The leaves ${sure} to ${size - 1} are not those that were signed: a row among them was changed together with its leaf, against ${checkpoint}.`,
    sure,
  );
}

/** The first stored node that is not what its leaves make of it. */
async function findNode(db: Reader, completed: readonly Subtree[]): Promise<HistoryFinding | undefined> {
  const kept = completed
    .filter(({ level }) => level % keptLevels === 0)
    .toSorted((a, b) => a.level - b.level || a.index - b.index);
  if (kept.length === 0) return undefined;
  const rows = await db.rows<{ level: number; index: string; hash: Buffer | null }>(readNodes, [
    kept.map(({ level }) => level),
    kept.map(({ index }) => index),
  ]);
  const at = kept.findIndex(({ hash }, place) => !rows[place]?.hash?.equals(hash));
  const node = kept[at];
  return node && ofHistory(`Node ${node.index} of level ${node.level} was changed or is missing.`);
}

/** Of audit events `x`: that it tells of an erasure. */
const isErasure = `x.subject_type = 'erasure' and x.action = 'person.erased'`;

/** The first event that nobody can read any more, though whom it is about was not erased. */
async function findUnreadable(db: Reader): Promise<HistoryFinding | undefined> {
  const [found] = await db.rows<{ id: string; index: string | null }>(
    `with unreadable as materialized (
       select v.id from public.audit_events v
       where v.sealed is not null and not exists (select from public.person_keys k where k.person_id = v.person_id)
         and not exists (select from public.audit_events x where ${isErasure} and x.subject_id = v.person_id::text))
     select u.id, l.index from unreadable u left join public.history_leaves l on l.kind = 'event' and l.row_id = u.id
     order by u.id limit 1`,
    [],
    'whole',
  );
  if (!found) return undefined;
  const { id, index } = found;
  const what = 'cannot be read: the key of whom it is about is gone, and nobody was erased.';
  return ofRow('event', id, index === null ? null : Number(index), what);
}

/** The first transaction whose status, version or state is not what its sealed events say. */
async function findStatus(db: Reader): Promise<HistoryFinding | undefined> {
  // The wire has milliseconds, the database microseconds. Events of former versions tell no state.
  const same = (column: string, name: string) =>
    `abs(extract(epoch from t.${column} - (last ->> '${name}')::timestamptz)) < 0.002`;
  const [found] = await db.rows<{ id: string }>(
    // All that are wrong first: with the order and the limit beside the join, the planner goes through all events for each row.
    `with told as (
       select subject_id, count(*) as version,
         (array_agg(after ->> 'status' order by id desc) filter (where after ? 'status'))[1] as status,
         (array_agg(after order by id desc))[1] as last
       from public.audit_events where subject_type = 'transaction' group by subject_id),
     wrong as materialized (
       select t.id from public.transactions t left join told on told.subject_id = t.id::text
       where t.version is distinct from told.version or t.status is distinct from told.status
         or last ? 'updatedAt' and (not ${same('updated_at', 'updatedAt')}
           or t.hold_cause is distinct from last ->> 'holdCause'
           or (t.not_before is null) <> (last ->> 'notBefore' is null) or not ${same('not_before', 'notBefore')}))
     select id from wrong order by id limit 1`,
    [],
    'whole',
  );
  if (!found) return undefined;
  const message = `Transaction ${found.id} has another status, version or time than its audit events say.`;
  return { kind: 'report', id: found.id, index: null, message };
}
