import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Binaries, findBinaries } from '../server/db/embedded/binaries';
import { canInstall, installPackages } from './apt';

/** Where packages of systems keep the programs of each major version. */
const usualPlaces = ['/usr/lib/postgresql', '/usr/local/lib/postgresql'];
/** The oldest one that sorts by ICU as the product's databases do. */
const oldest = 15;

/** The PostgreSQL in a folder of programs; undefined when none starts there. */
function readPrograms(bin: string): Binaries | undefined {
  const { stdout } = spawnSync(join(bin, 'postgres'), ['--version'], { encoding: 'utf8', timeout: 20_000 });
  const major = /PostgreSQL\) (\d+)/.exec(stdout ?? '')?.[1];
  return major === undefined ? undefined : { initdb: join(bin, 'initdb'), pgCtl: join(bin, 'pg_ctl'), major };
}

/**
 * A PostgreSQL server on this machine of another major version than the embedded one: the one in the folder
 * POSTGRESQL_BIN, or the system's; undefined when there is none. Throws when POSTGRESQL_BIN holds none.
 */
export function findOtherPostgres(): Binaries | undefined {
  const named = process.env.POSTGRESQL_BIN;
  if (named) {
    const found = readPrograms(named);
    if (found) return found;
    throw new Error(`POSTGRESQL_BIN: ${named} holds no PostgreSQL that starts`);
  }
  const embedded = findBinaries().major;
  return usualPlaces
    .filter((place) => existsSync(place))
    .flatMap((place) => readdirSync(place).map((version) => join(place, version, 'bin')))
    .flatMap((bin) => readPrograms(bin) ?? [])
    .find(({ major }) => major !== embedded && Number(major) >= oldest);
}

/** Debian makes and starts a database of its own with the package, unless this file says otherwise. */
const noDatabase = '/etc/postgresql-common/createcluster.d/no-main-cluster.conf';

function install(): void {
  if (!canInstall) return;
  mkdirSync(dirname(noDatabase), { recursive: true });
  writeFileSync(noDatabase, 'create_main_cluster = false\n');
  installPackages(['postgresql']);
}

/** As `findOtherPostgres`, but installs the system's where that can be done. */
export function ensureOtherPostgres(): Binaries | undefined {
  const present = findOtherPostgres();
  if (present) return present;
  console.log('No PostgreSQL besides the embedded one found, installing one ...');
  install();
  return findOtherPostgres();
}
