import { dirname } from 'node:path';
import { ensurePrograms, findProgram, packagesOf } from '../../tests/support/system-programs';
import { ensureOtherPostgres } from '../postgresql';

/** The programs of a cluster, by their absolute paths. */
export interface Programs {
  patroni: string;
  etcd: string;
  haproxy: string;
  nginx: string;
  /** The folder of PostgreSQL's programs. */
  postgres: string;
}

/** What this machine lacks keeps a cluster from starting here. */
export class ProgramsMissing extends Error {}

const names = ['patroni', 'etcd', 'haproxy', 'nginx'] as const;

/**
 * The programs of a cluster on this machine; installs Debian's packages of what is missing where that can be done. Throws
 * {@link ProgramsMissing}, which says what to install.
 */
export function ensureCluster(): Programs {
  const database = ensureOtherPostgres();
  const lacking = ensurePrograms(names);
  const [patroni, etcd, haproxy, nginx] = names.map(findProgram);
  if (!database || !patroni || !etcd || !haproxy || !nginx) {
    const missing = [...(database ? [] : ['postgresql']), ...packagesOf(lacking)];
    throw new ProgramsMissing(
      `A cluster needs more programs on this machine. On Debian 12: apt-get install ${missing.join(' ')}`,
    );
  }
  return { patroni, etcd, haproxy, nginx, postgres: dirname(database.initdb) };
}
