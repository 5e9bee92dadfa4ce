import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import type { Factor, Factors } from '../../contract/factors';
import type { Queries } from '../db/client';
import { factors, recoveryCodes } from '../db/schema/second-factor';
import type { StoredPasskey } from './passkeys';

type Row = typeof factors.$inferSelect;

/** The second factors of a person, the oldest first. */
export function readFactors(db: Queries, userId: string): Promise<Row[]> {
  return db
    .select()
    .from(factors)
    .where(eq(factors.userId, userId))
    .orderBy(asc(factors.createdAt), asc(factors.id));
}

/** A factor as its owner sees it. */
export const toFactor = ({ id, kind, name, createdAt, lastUsedAt }: Row): Factor => ({
  _id: id,
  kind,
  name,
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
});

/** The own second factors and how many recovery codes are left. */
export async function listFactors(db: Queries, userId: string, required: boolean): Promise<Factors> {
  const rows = await readFactors(db, userId);
  const [left] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt)));
  return { factors: rows.map(toFactor), recoveryCodesLeft: left?.count ?? 0, required };
}

/** The passkeys among factors; the table's check sees to it that each has its parts. */
export function passkeysOf(rows: readonly Row[]): (StoredPasskey & { id: string })[] {
  return rows.flatMap(({ id, credentialId, publicKey, counter, transports }) =>
    credentialId === null || publicKey === null || counter === null
      ? []
      : [{ id, credentialId, publicKey, counter, transports }],
  );
}
