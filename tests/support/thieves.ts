import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { root } from '../../scripts/run-command';
import { startSession } from '../../server/auth/sessions';
import { createTokens } from '../../server/auth/tokens';
import { accounts } from '../../server/db/schema/money';
import { users } from '../../server/db/schema/people';
import type { Secrets } from '../../server/secrets';
import type { TestApp } from './test-app';

/* What the thieves of tests/api/thief.test.ts and tests/api/thief-two-persons.test.ts have in common. */

/** The hold of withdrawals in live mode, in hours. */
export const hold = 24;
/** Where a thief wants to be paid. */
export const loot = '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy';

/** Starts sessions of people without their password, with the second factor just shown or never. */
export async function sessionOpener(app: TestApp, { tokenKey }: Pick<Secrets, 'tokenKey'>) {
  const tokens = await createTokens(tokenKey);
  return (id: string, type: 'investor' | 'admin', factorShown: boolean): Promise<string> =>
    app.database.transact(async (tx) => {
      const [user] = await tx.db.select().from(users).where(eq(users.id, id));
      const credentialVersion = user?.credentialVersion ?? 0;
      const visitor = { ip: '192.0.2.1', userAgent: undefined, requestId: undefined };
      return startSession(tx, tokens, { id, type, credentialVersion }, visitor, factorShown);
    });
}

/** An investor with an account, and nothing in it. */
export async function addInvestor(
  app: TestApp,
  passwordHash: string,
): Promise<{ userId: string; email: string }> {
  const userId = randomUUID();
  const email = `${userId}@example.com`;
  const names = { firstName: 'Ada', lastName: 'Lovelace' };
  await app.database.transact(async ({ db }) => {
    await db.insert(users).values({ id: userId, type: 'investor', email, passwordHash, ...names });
    await db.insert(accounts).values({ userId });
  });
  return { userId, email };
}

/** What SECURITY.md says that a thief of each reaches, at most. */
export function documentedReach(): Map<string, string[]> {
  const text = readFileSync(join(root, 'SECURITY.md'), 'utf8');
  const rows = [...text.matchAll(/^\| ([a-z ]+) \| ([a-z ,-]+) \|$/gm)];
  return new Map(rows.map(([, holding = '', reached = '']) => [holding, reached.split(', ')]));
}
