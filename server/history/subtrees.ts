import type pg from 'pg';
import { keptLevels, nodeHash, type ReadSubtree } from './merkle';

/** A place in the tree: 2^level leaves from leaf index * 2^level on. */
interface Place {
  level: number;
  index: number;
}

/** The largest level that is kept at or below one. */
const keptBelow = (level: number) => level - (level % keptLevels);

const key = (level: number, index: number) => `${level}/${index}`;

const readHashes = `
  with wanted as (select * from unnest($1::int[], $2::bigint[], $3::bigint[]) as w (level, first, count))
  select w.level, l.index, l.hash from wanted w
    join public.history_leaves l on w.level = 0 and l.index >= w.first and l.index < w.first + w.count
  union all
  select w.level, n.index, n.hash from wanted w
    join public.history_nodes n on w.level > 0 and n.level = w.level and n.index >= w.first and n.index < w.first + w.count`;

/**
 * Computes something of the tree as it is stored: `compute` is run twice, once to learn which complete subtrees it reads
 * and once with them. Throws when one of them is not there.
 */
export async function withSubtrees<T>(
  client: Pick<pg.Pool | pg.ClientBase, 'query'>,
  compute: (read: ReadSubtree) => T,
): Promise<T> {
  const wanted = new Map<string, Place>();
  const nothing = Buffer.alloc(0);
  compute((level, index) => {
    wanted.set(key(level, index), { level, index });
    return nothing;
  });
  const ranges = [...wanted.values()].map(({ level, index }) => {
    const kept = keptBelow(level);
    const count = 2 ** (level - kept);
    return { kept, first: index * count, count };
  });
  const { rows } = await client.query<{ level: number; index: string; hash: Buffer }>(readHashes, [
    ranges.map(({ kept }) => kept),
    ranges.map(({ first }) => first),
    ranges.map(({ count }) => count),
  ]);
  const stored = new Map(rows.map(({ level, index, hash }) => [key(level, Number(index)), hash]));
  const over = (level: number, index: number): Buffer => {
    const known = stored.get(key(level, index));
    if (known) return known;
    if (level % keptLevels === 0) throw new Error(`The history lacks the subtree ${key(level, index)}`);
    const made = nodeHash(over(level - 1, index * 2), over(level - 1, index * 2 + 1));
    stored.set(key(level, index), made);
    return made;
  };
  return compute(over);
}
