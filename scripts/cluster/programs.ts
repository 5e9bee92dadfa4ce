import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { findOtherPostgres } from '../postgresql';

/** The programs of a cluster, by their absolute paths. */
export interface Programs {
  patroni: string;
  etcd: string;
  haproxy: string;
  nginx: string;
  /** The folder of PostgreSQL's programs. */
  postgres: string;
}

/** Debian's packages of them. */
const packages = ['postgresql', 'patroni', 'etcd-server', 'haproxy', 'nginx-light'];
const folders = ['/usr/bin', '/usr/sbin', '/usr/local/bin', '/usr/local/sbin'];

/** What this machine lacks keeps a cluster from starting here. */
export class ProgramsMissing extends Error {}

function locate(name: string): string | undefined {
  return folders.map((folder) => `${folder}/${name}`).find((path) => existsSync(path));
}

/** The programs of a cluster on this machine. Throws {@link ProgramsMissing}, which names what is missing. */
export function findPrograms(): Programs {
  const postgres = findOtherPostgres();
  const found = {
    patroni: locate('patroni'),
    etcd: locate('etcd'),
    haproxy: locate('haproxy'),
    nginx: locate('nginx'),
    postgres: postgres && dirname(postgres.initdb),
  };
  const missing = Object.entries(found).flatMap(([name, path]) => (path === undefined ? [name] : []));
  const { patroni, etcd, haproxy, nginx, postgres: bin } = found;
  if (!patroni || !etcd || !haproxy || !nginx || !bin) {
    throw new ProgramsMissing(
      `A cluster needs ${missing.join(', ')} on this machine. On Debian 12: apt-get install ${packages.join(' ')}`,
    );
  }
  return { patroni, etcd, haproxy, nginx, postgres: bin };
}

/** As `findPrograms`, but installs Debian's packages where that can be done. */
export function ensurePrograms(): Programs {
  try {
    return findPrograms();
  } catch (error) {
    if (!(error instanceof ProgramsMissing) || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get'))
      throw error;
    console.log('Installing the programs of a cluster ...');
    // None of them is to start by itself: a cluster brings its own settings.
    const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
    for (const args of [['update'], ['install', '-y', '--no-install-recommends', ...packages]])
      spawnSync('/usr/bin/apt-get', args, { stdio: ['ignore', 'ignore', 'inherit'], env: environment });
    return findPrograms();
  }
}
