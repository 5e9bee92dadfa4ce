import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { findOtherPostgres } from '../../scripts/postgresql';
import { type Cluster, readPid, startCluster, stopCluster } from '../../server/db/embedded/cluster';
import { chooseRunAs, execute } from '../../server/db/embedded/run-as';
import { freePort } from './free-port';
import type { PostgresConnection } from './test-database';

/** PostgreSQL's program that copies a running server; undefined where the programs of the run have none. */
export function findBaseBackup(): string | undefined {
  const binaries = findOtherPostgres();
  const program = binaries && join(dirname(binaries.pgCtl), 'pg_basebackup');
  return program !== undefined && existsSync(program) ? program : undefined;
}

export interface Standby {
  /** The same role and database there. */
  at(connection: PostgresConnection): PostgresConnection;
  start(): Promise<void>;
  /** All its processes at once, as a machine that loses its power. */
  kill(): Promise<void>;
  /** The process that takes connections. */
  readonly pid: number;
  stop(): Promise<void>;
}

/** Makes and starts a standby that streams from the PostgreSQL server of this run, in a new folder. */
export async function startStandby(folder: string, superuser: PostgresConnection): Promise<Standby> {
  const [program, binaries, runAs] = [findBaseBackup(), findOtherPostgres(), await chooseRunAs()];
  if (program === undefined || !binaries) throw new Error('There is no pg_basebackup on this machine');
  if (!runAs || runAs.kind === 'user') throw new Error('PostgreSQL cannot run in this folder as this user');
  const { host, port, user, password = '' } = superuser;
  const primary = `host=${host} port=${port} user=${user} password=${password}`;
  const taken = await execute(
    program,
    ['--pgdata', folder, '--dbname', primary, '--write-recovery-conf', '--checkpoint=fast'],
    runAs,
  );
  if (taken.code !== 0) throw new Error(`The primary could not be copied: ${taken.output}`);
  const cluster: Cluster = { folder, binaries, runAs };
  const own = await freePort();
  const pidOf = () => readPid(folder) ?? 0;
  const start = () =>
    startCluster(cluster, {
      listen_addresses: '127.0.0.1',
      port: String(own),
      unix_socket_directories: '',
      // No fewer than the primary has, or it does not follow.
      max_connections: '100',
    });
  await start();
  return {
    at: (connection) => ({ ...connection, host: '127.0.0.1', port: own }),
    start,
    async kill() {
      const killed = await execute(binaries.pgCtl, ['stop', '-m', 'immediate', '-D', folder], runAs);
      if (killed.code !== 0) throw new Error(`The standby did not end: ${killed.output}`);
    },
    get pid() {
      return pidOf();
    },
    stop: () => stopCluster(cluster),
  };
}
