import pg from 'pg';
import { isAlive } from './cluster';
import { FolderInUse } from './embedded-error';

/** Any number; the database lends it to one connection at a time. */
const lockKey = 7_245_114;
/** Milliseconds to wait for the connection of a killed process to be noticed. */
const lockTimeout = 3_000;

export interface Lock {
  /** Ends when PostgreSQL or the connection does. */
  lost: Promise<void>;
  release(): Promise<void>;
}

/** Says who we are, within the 63 bytes that PostgreSQL keeps. */
function signature(): string {
  return `averin ${process.pid} ${new Date().toISOString()}`;
}

/**
 * Takes the data folder for this process: a lock of the database itself, so that there is no moment between looking
 * and taking, and a killed process loses it with its connection. Throws {@link FolderInUse} naming the holder.
 */
export async function takeLock(connection: pg.ClientConfig, dataDir: string): Promise<Lock> {
  const client = new pg.Client({ ...connection, application_name: signature() });
  const lost = new Promise<void>((resolve) => client.on('end', resolve));
  // Reported by `lost`; unheard it would end the process.
  client.on('error', () => {});
  await client.connect();
  try {
    for (let waited = 0; ; waited += 50) {
      const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [
        lockKey,
      ]);
      if (rows[0]?.taken) return { lost, release: () => client.end() };
      const holder = await findHolder(client);
      if (holder && (isAlive(holder.pid) || waited >= lockTimeout)) {
        throw new FolderInUse(
          `The data folder ${dataDir} is in use by process ${holder.pid}, started at ${holder.since}. Stop that process first, or set DATA_DIR to another folder.`,
        );
      }
      if (waited >= lockTimeout)
        throw new FolderInUse(`The data folder ${dataDir} is in use by another process.`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  } catch (error) {
    await client.end();
    throw error;
  }
}

async function findHolder(client: pg.Client): Promise<{ pid: number; since: string } | undefined> {
  const { rows } = await client.query<{ application_name: string }>(
    `select a.application_name from pg_locks l join pg_stat_activity a on a.pid = l.pid
     where l.locktype = 'advisory' and l.granted and l.objid = $1 and l.classid = 0`,
    [lockKey],
  );
  const [, pid, since] = rows[0]?.application_name.split(' ') ?? [];
  return pid === undefined || since === undefined ? undefined : { pid: Number(pid), since };
}
