import { sql } from 'drizzle-orm';
import type { Tx } from '../db/client';

/**
 * Does an act and takes it back, with all that it writes down: throws what the tables would refuse it with, so that nothing
 * is proposed that cannot be approved.
 */
export async function rehearse(tx: Tx, act: (tx: Tx) => Promise<unknown>): Promise<void> {
  await tx.db.execute(sql`savepoint rehearsal`);
  // Not even sent: it leaves with the statement after it, when the savepoint may be gone.
  await act({ ...tx, write: () => {}, afterCommit: () => {} });
  await tx.db.execute(sql`rollback to savepoint rehearsal`);
}
