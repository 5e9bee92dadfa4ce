import { eq, sql } from 'drizzle-orm';
import { v7 as uuid } from 'uuid';
import { type Config, ConfigError } from '../config';
import type { Database } from '../db/client';
import { users } from '../db/schema/people';
import { recordAudit } from '../writes/audit';
import type { Passwords } from './passwords';

/**
 * Makes the auditor the configuration asks for, if there is nobody of that address; never changes one. Throws
 * {@link ConfigError} when the address is an investor's or an administrator's.
 */
export async function ensureAuditor(
  database: Database,
  passwords: Passwords,
  { auditor }: Config,
): Promise<void> {
  if (!auditor) return;
  const { email, password } = auditor;
  const passwordHash = await passwords.hash(password);
  await database.transact(async (tx) => {
    const { db } = tx;
    // Replicas that start together make one between them.
    await db.execute(sql`select pg_advisory_xact_lock(hashtextextended('auditor', 0))`);
    const [known] = await db.select({ type: users.type }).from(users).where(eq(users.email, email));
    if (known?.type === 'auditor') return;
    if (known)
      throw new ConfigError(`AUDITOR_EMAIL: ${email} belongs to someone else; choose another address`);
    const id = uuid();
    await db
      .insert(users)
      .values({ id, type: 'auditor', firstName: 'Read-only', lastName: 'Auditor', email, passwordHash });
    recordAudit(
      tx,
      { userId: undefined, requestId: undefined, reason: undefined },
      { action: 'user.auditor_created', subjectType: 'user', subjectId: id, after: { email } },
    );
  });
}
