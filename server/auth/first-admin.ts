import { randomBytes } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { v7 as uuid } from 'uuid';
import { type Config, ConfigError } from '../config';
import type { Database } from '../db/client';
import { users } from '../db/schema/people';
import { recordAudit } from '../writes/audit';
import type { Passwords } from './passwords';

const demoEmail = 'admin@example.com';

export interface FirstAdmin {
  email: string;
  /** Only when it was made up just now: it is stored nowhere else. */
  password: string | undefined;
}

/**
 * Makes the first administrator if there is none; never changes one (docs/rules.md, "Roles"). Answers who can sign in.
 * Throws {@link ConfigError} when live mode has no administrator and none is configured.
 */
export async function ensureFirstAdmin(
  database: Database,
  passwords: Passwords,
  config: Config,
): Promise<FirstAdmin> {
  const given = config.admin;
  const password = given?.password ?? randomBytes(12).toString('base64url');
  const passwordHash = await passwords.hash(password);
  return database.transact(async (tx) => {
    const { db } = tx;
    // Replicas that start together make one between them.
    await db.execute(sql`select pg_advisory_xact_lock(hashtextextended('first-admin', 0))`);
    const [admin] = await db
      .select({ email: users.email })
      .from(users)
      .where(eq(users.type, 'admin'))
      .orderBy(sql`${users.standing} <> 'enabled'`, users.createdAt)
      .limit(1);
    if (admin) return { email: admin.email, password: undefined };
    if (!given && config.siteMode === 'live') {
      throw new ConfigError(
        'ADMIN_EMAIL and ADMIN_PASSWORD: required for the first start when SITE_MODE is live',
      );
    }
    const id = uuid();
    const email = given?.email ?? demoEmail;
    const [taken] = await db.select({ id: users.id }).from(users).where(eq(users.email, email));
    if (taken) throw new ConfigError(`ADMIN_EMAIL: ${email} belongs to an investor; choose another address`);
    await db
      .insert(users)
      .values({ id, type: 'admin', firstName: 'First', lastName: 'Administrator', email, passwordHash });
    recordAudit(
      tx,
      { userId: undefined, requestId: undefined, reason: undefined },
      { action: 'user.admin_created', subjectType: 'user', subjectId: id, after: { email } },
    );
    return { email, password: given ? undefined : password };
  });
}
