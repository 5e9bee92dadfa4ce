import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from './free-port';
import { findProgram } from './system-programs';
import type { PostgresConnection, RoleConnections } from './test-database';

export interface Pgbouncer {
  /** The same role and database through the pooler. */
  through(connection: PostgresConnection): PostgresConnection;
  stop(): Promise<void>;
}

/**
 * Runs PgBouncer before a PostgreSQL server on a TCP port, in a new folder; it lends connections for a transaction.
 * `databases`: settings of its file for some of them.
 */
export async function startPgbouncer(
  folder: string,
  { server, owner, superuser }: RoleConnections,
  databases: Readonly<Record<string, string>> = {},
): Promise<Pgbouncer> {
  const program = findProgram('pgbouncer');
  if (program === undefined) throw new Error('There is no pgbouncer on this machine');
  const port = await freePort();
  const target = `host=${server.host} port=${server.port}`;
  const users = [server, owner, superuser].map(({ user, password = '' }) => `"${user}" "${password}"\n`);
  await mkdir(folder, { recursive: true });
  // It refuses root, and reads its files as whom it runs as.
  await chmod(folder, 0o755);
  await writeFile(join(folder, 'users.txt'), users.join(''));
  await writeFile(
    join(folder, 'pgbouncer.ini'),
    [
      '[databases]',
      ...Object.entries(databases).map(([name, settings]) => `${name} = ${target} ${settings}`),
      `* = ${target}`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${port}`,
      'unix_socket_dir =',
      'auth_type = scram-sha-256',
      `auth_file = ${join(folder, 'users.txt')}`,
      'pool_mode = transaction',
      'default_pool_size = 6',
      '',
    ].join('\n'),
  );
  const asWhom = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  const child = spawn(program, ['-q', ...asWhom, join(folder, 'pgbouncer.ini')], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  const ended = once(child, 'exit');
  while (!(await answers(port))) {
    if (child.exitCode !== null) throw new Error(`PgBouncer did not start: ${said}`);
    await delay(20);
  }
  return {
    through: (connection) => ({ ...connection, host: '127.0.0.1', port }),
    async stop() {
      child.kill();
      await ended;
    },
  };
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = connect(port, '127.0.0.1', () => {
      probe.destroy();
      resolve(true);
    });
    probe.on('error', () => resolve(false));
  });
}
