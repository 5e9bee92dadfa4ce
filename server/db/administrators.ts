import { and, asc, count, eq, ne, sql } from 'drizzle-orm';
import type { Queries } from './client';
import { users } from './schema/people';

const canSignIn = and(eq(users.type, 'admin'), eq(users.standing, 'enabled'));

/**
 * Locks who administers the site until the transaction ends: whoever is let in or shut out meanwhile waits, so that of two
 * administrators who shut each other out at once one stays.
 */
export async function lockAdministrators(db: Queries): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended('administrators', 0))`);
}

/** How many administrators can sign in. */
export async function countAdministrators(db: Queries): Promise<number> {
  const [found] = await db.select({ count: count() }).from(users).where(canSignIn);
  return found?.count ?? 0;
}

/** Whether an administrator besides this one can sign in. */
export async function hasOtherAdministrator(db: Queries, userId: string): Promise<boolean> {
  const [other] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(canSignIn, ne(users.id, userId)))
    .limit(1);
  return other !== undefined;
}

/** The addresses of all administrators who can sign in, but that of whoever is left out. */
export async function addressesOfAdministrators(db: Queries, without?: string): Promise<string[]> {
  const found = await db
    .select({ email: users.email })
    .from(users)
    .where(and(canSignIn, without === undefined ? undefined : ne(users.id, without)))
    .orderBy(asc(users.createdAt), asc(users.id));
  return found.map(({ email }) => email);
}
