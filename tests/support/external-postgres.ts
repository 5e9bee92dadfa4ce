import { randomBytes } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findOtherPostgres } from '../../scripts/postgresql';
import { findBinaries } from '../../server/db/embedded/binaries';
import {
  type Cluster,
  createCluster,
  roles,
  startCluster,
  stopCluster,
  superuser,
} from '../../server/db/embedded/cluster';
import { chooseRunAs } from '../../server/db/embedded/run-as';
import { freePort } from './free-port';
import { rolesByTheBook } from './operator-roles';
import { type RoleConnections, runAsSuperuser } from './test-database';

export interface ExternalPostgres {
  /** What an operator would set the variables to, for the database `averin`. */
  environment: { DATABASE_URL: string; DATABASE_OWNER_URL: string };
  /** As each of its roles, on a database that is not the product's. */
  connections: RoleConnections;
  /** Its major version. */
  major: string;
  stop(): Promise<void>;
}

/**
 * A PostgreSQL server as an operator runs one: on a TCP port, with a password, and of another major version than the
 * embedded one where this machine has such. `folder` must exist.
 */
export async function startExternal(folder: string): Promise<ExternalPostgres> {
  const runAs = await chooseRunAs();
  if (!runAs || runAs.kind === 'user') throw new Error('PostgreSQL cannot run in this folder as this user');
  const binaries = findOtherPostgres() ?? findBinaries();
  const cluster: Cluster = { folder: join(folder, 'external'), binaries, runAs };
  const password = randomBytes(12).toString('hex');
  const passwordFile = join(folder, 'password');
  await mkdir(folder, { recursive: true });
  await writeFile(passwordFile, password, { mode: 0o600 });
  await createCluster(cluster, ['--auth=scram-sha-256', `--pwfile=${passwordFile}`]);
  await rm(passwordFile);
  const port = await freePort();
  await startCluster(cluster, {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    max_connections: '100',
  });
  const [owner, server] = [randomBytes(12).toString('hex'), randomBytes(12).toString('hex')];
  const connectionOf = (user: string, secret: string) => ({
    host: '127.0.0.1',
    port,
    user,
    password: secret,
    database: 'postgres',
  });
  const connections = {
    server: connectionOf(roles.server, server),
    owner: connectionOf(roles.owner, owner),
    superuser: connectionOf(superuser, password),
  };
  await runAsSuperuser(connections, ...rolesByTheBook({ owner, server }));
  return {
    environment: {
      DATABASE_URL: `postgres://${roles.server}:${server}@127.0.0.1:${port}/averin`,
      DATABASE_OWNER_URL: `postgres://${roles.owner}:${owner}@127.0.0.1:${port}/averin`,
    },
    connections,
    major: binaries.major,
    stop: () => stopCluster(cluster),
  };
}
