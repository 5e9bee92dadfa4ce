import { desc } from 'drizzle-orm';
import type { Queries } from '../db/client';
import { historyCheckpoints } from '../db/schema/history';

/** The newest signed checkpoint, as it is stored; undefined while nothing is sealed. */
export async function readNewestCheckpoint(db: Queries) {
  const { size, root, sealedAt, note } = historyCheckpoints;
  const [newest] = await db
    .select({ size, root, sealedAt, note })
    .from(historyCheckpoints)
    .orderBy(desc(size))
    .limit(1);
  return newest;
}
