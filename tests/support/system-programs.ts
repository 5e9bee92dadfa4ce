import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { canInstall, installPackages } from '../../scripts/apt';

/** Programs of the system that tests run the product with, and Debian's packages of them. */
const packageOf = {
  prometheus: 'prometheus',
  promtool: 'prometheus',
  haproxy: 'haproxy',
  patroni: 'patroni',
  etcd: 'etcd-server',
  pgbouncer: 'pgbouncer',
  nginx: 'nginx',
  caddy: 'caddy',
  'docker-compose': 'docker-compose',
  'systemd-analyze': 'systemd',
} as const;
export type SystemProgram = keyof typeof packageOf;

const folders = [...(process.env.PATH ?? '').split(':'), '/usr/sbin', '/usr/local/sbin'];

/** Where a program is; undefined when this machine has none. */
export function findProgram(name: SystemProgram): string | undefined {
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
}

/** What of these a test cannot run with here; it says so itself when there is any. */
export function lackingPrograms(...names: readonly SystemProgram[]): SystemProgram[] {
  return names.filter((name) => findProgram(name) === undefined);
}

/** Debian's packages of programs. */
export function packagesOf(names: readonly SystemProgram[]): string[] {
  return [...new Set(names.map((name) => packageOf[name]))];
}

/** Debian starts a service with its package, unless this file says otherwise. */
const servicePolicy = '/usr/sbin/policy-rc.d';

/** Installs what is missing, of these or of all, where that can be done, as root on Debian; answers what still is. */
export function ensurePrograms(
  names: readonly SystemProgram[] = Object.keys(packageOf) as SystemProgram[],
): SystemProgram[] {
  const lacking = lackingPrograms(...names);
  if (lacking.length === 0 || !canInstall) return lacking;
  const packages = packagesOf(lacking);
  console.log(`Installing ${packages.join(', ')} ...`);
  const ownPolicy = !existsSync(servicePolicy);
  if (ownPolicy) writeFileSync(servicePolicy, '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  try {
    installPackages(packages);
  } finally {
    if (ownPolicy) rmSync(servicePolicy);
  }
  return lackingPrograms(...names);
}
