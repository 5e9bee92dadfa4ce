import { appendFileSync } from 'node:fs';
import pg from 'pg';

/** Writes a file until there is no room for any more of it. */
export function fillUp(file: string): void {
  const chunk = Buffer.alloc(1024 ** 2);
  try {
    for (;;) appendFileSync(file, chunk);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
  }
}

/** Has PostgreSQL begin files of its log until there is no room for one: what is there already would last for minutes. */
export async function exhaustLog(superuser: pg.ClientConfig): Promise<void> {
  const client = new pg.Client(superuser);
  client.on('error', () => {});
  await client.connect();
  try {
    for (let file = 0; file < 100; file += 1)
      await client.query("select pg_logical_emit_message(false, 'filler', 'filler'), pg_switch_wal()");
  } catch {
    // It has ended for want of room.
  } finally {
    await client.end().catch(() => {});
  }
}
