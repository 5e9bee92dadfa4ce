import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { serverPaths } from '../../contract/paths';
import { z } from '../../contract/zod';
import type { Database } from '../../server/db/client';

/** Of the mailbox of demo mode, in tests that start the server with `DEV_MAILBOX_KEY`. */
export const mailboxKey = 'key-of-the-mailbox-in-tests';

export const mailboxPage = `${serverPaths.devMailbox}/${mailboxKey}`;
export const mailboxList = `${mailboxPage}.json`;

const mailSchema = z.object({ to: z.string(), subject: z.string(), text: z.string(), at: z.string() });

/**
 * Reads the mails of demo mode from their folder, the newest first, as that mailbox shows them
 * (tests/api/dev-mailbox.test.ts). They never change, so each file is read once, however often a test asks.
 */
export function createMailReader(folder: string): () => z.infer<typeof mailSchema>[] {
  const known = new Map<string, z.infer<typeof mailSchema>>();
  function read(name: string): z.infer<typeof mailSchema> {
    const mail = known.get(name) ?? mailSchema.parse(JSON.parse(readFileSync(join(folder, name), 'utf8')));
    known.set(name, mail);
    return mail;
  }
  return () =>
    namesIn(folder)
      .filter((name) => name.endsWith('.json'))
      .sort()
      .reverse()
      .map(read);
}

/** How many mails have not left, or have left and are not marked as sent yet. */
export async function countUnsent({ pool }: Pick<Database, 'pool'>): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    'select count(*)::int as count from mail_outbox where sent_at is null and dropped_at is null',
  );
  return rows[0]?.count ?? 0;
}

/** None before the first mail makes the folder. */
function namesIn(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder) : [];
}
