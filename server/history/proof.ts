import { and, desc, eq, lt } from 'drizzle-orm';
import type { HistoryProof } from '../../contract/history';
import { refusals } from '../../contract/refusals';
import type { Database } from '../db/client';
import { historyDownloads } from '../db/schema/history';
import { Refusal } from '../errors/refusal';
import { type CheckpointKey, readCheckpoint } from './checkpoint';
import { joinTexts } from './leaf-text';
import { consistencyProof, inclusionProof } from './merkle';
import { readNewestCheckpoint } from './newest';
import { withSubtrees } from './subtrees';

/** Earlier proofs of a person that a new one shows to extend. */
const mostEarlier = 50;
/** Lines whose places in the tree are computed at once. */
const linesAtOnce = 200;

const readOwn = `
  select l.index, r.text, r.texts, encode(r.salt, 'hex') as salt
  from (
    select l.* from public.ledger_entries e join public.history_leaves l on l.kind = 'entry' and l.row_id = e.id
      where e.user_id = $1
    union all
    select l.* from public.transactions t join public.history_leaves l on l.transaction_id = t.id where t.user_id = $1
  ) l ${joinTexts}
  where l.index < $2 order by l.index`;

interface OwnRow {
  index: string;
  text: string;
  texts: string | null;
  salt: string | null;
}

/**
 * What shows that a person's entries and reports are in the history as it was last signed, and that it extends those of the
 * earlier proofs. Throws `conflict` before anything is sealed.
 */
export async function makeProof(
  { db, pool }: Pick<Database, 'db' | 'pool'>,
  key: CheckpointKey,
  userId: string,
): Promise<HistoryProof> {
  const newest = await readNewestCheckpoint(db);
  const checkpoint = newest && readCheckpoint(newest.note);
  if (!checkpoint) throw new Refusal('conflict', refusals.nothingSealed);
  const { size, origin } = checkpoint;
  const { rows } = await pool.query<OwnRow>(readOwn, [userId, size]);
  const downloads = await db
    .select({ size: historyDownloads.size })
    .from(historyDownloads)
    .where(and(eq(historyDownloads.userId, userId), lt(historyDownloads.size, size)))
    .orderBy(desc(historyDownloads.size))
    .limit(mostEarlier);
  const places = new Map<string, number>();
  const placesOf = (hashes: readonly Buffer[] = []) =>
    hashes.map((hash) => {
      const text = hash.toString('base64');
      const place = places.get(text) ?? places.size;
      places.set(text, place);
      return place;
    });
  const lines: HistoryProof['lines'] = [];
  for (let begin = 0; begin < rows.length; begin += linesAtOnce) {
    const some = rows.slice(begin, begin + linesAtOnce);
    // The database is asked in between, and others are answered meanwhile; what is complete in the tree stays as it is.
    const paths = await withSubtrees(pool, (read) =>
      some.map(({ index }) => inclusionProof(Number(index), size, read)),
    );
    for (const [at, { index, text, texts, salt }] of some.entries()) {
      const path = placesOf(paths[at]);
      lines.push({ index: Number(index), text, path, texts: salt === null ? null : texts, salt });
    }
  }
  const extensions = await withSubtrees(pool, (read) =>
    downloads.map((earlier) => consistencyProof(earlier.size, size, read)),
  );
  const earlier = downloads.map((download, at) => ({ size: download.size, path: placesOf(extensions[at]) }));
  await db.insert(historyDownloads).values({ userId, size }).onConflictDoNothing();
  return { note: newest.note, key: key.verifierKey(origin), nodes: [...places.keys()], lines, earlier };
}
