import type pg from 'pg';
import { ConfigError } from './config';
import { type Database, openDatabase, type Reach } from './db/client';
import { requireEngine, shareLocks } from './db/engine';
import { requireEngineOfRows } from './db/engine-rows';
import { type Grants, schemaGrants } from './db/grants';
import { mayMigrate, migrateDatabase, requireMigrated } from './db/migrate';
import { checkRole, type RoleCheck, RoleRefused, requireTimeouts } from './db/roles';
import { opensEvents } from './db/seal-former';
import { readStanding } from './db/standby';
import { resources } from './declared-resources';
import { refusalOf } from './errors/failures';
import { describeError } from './log';
import { grantsOf } from './resources/grants';

/** What the role of the server may do: what the product needs, and what the operator's own resources say. */
export const serverGrants: Grants = grantsOf(resources, schemaGrants);

interface Roles {
  /** Of the role that the server is. */
  server: Pick<Database, 'pool' | 'seal'>;
  /** How to connect as the owner of the tables; without it the server's role migrates, if the tables are its own. */
  owner?: Reach | undefined;
  /** How to connect as the server's role past a pooler, where `server` has connections that are lent. */
  direct?: Reach | undefined;
  /** Where lists may be read, as the server's role. */
  standby?: pg.Pool | undefined;
}

/** What becomes of a role that may do more than the server needs. */
interface Policy {
  /** A live product is refused for it, */
  live: boolean;
  /** unless its operator has a reason. */
  reason: string | undefined;
}

/**
 * Brings the database to the newest schema as its owner, gives the server's role what it needs of it, and looks at what
 * the connection of the server really has. Throws {@link RoleRefused} when that is less than the server needs, or in live
 * mode more; answers what to tell the operator. `say` hears of migrations that take their time.
 */
export async function prepareDatabase(
  roles: Roles,
  policy: Policy,
  say: (line: string) => void = console.error,
): Promise<string[]> {
  const { pool: server, seal } = roles.server;
  const { owner, direct, standby } = roles;
  await requireTimeouts(server, direct !== undefined);
  await requireEngine(server);
  if (direct) await withPool(direct, (pool) => requireDirect(pool, server));
  if (owner) await migrateAs({ ...owner, lent: direct !== undefined }, roles.server, say);
  else if (await mayMigrate(server)) {
    // Before anything is changed.
    judgeRole({ role: await roleOf(server), excess: ['it migrates the tables, and so owns them'] }, policy);
    if (direct) await withPool(direct, (pool) => migrateDatabase(pool, seal, { say }));
    else await migrateDatabase(server, seal, { say });
  }
  const { newer } = await requireMigrated(server);
  const checked = await checkRole(server, serverGrants, { newer });
  if (checked.lacking.length > 0) {
    throw new RoleRefused(
      `The database role ${checked.role} of the server cannot do what the server needs:\n${asList(checked.lacking)}\nStart once with DATABASE_OWNER_URL as well: it grants what is missing (docs/operating.md, "Two roles").`,
    );
  }
  await requireEngineOfRows(server);
  if (!(await opensEvents(server, seal))) throw new ConfigError(otherSecret);
  return [
    ...(newer ? [migratedByLater] : []),
    ...judgeRole(checked, policy),
    ...(standby ? await checkStandby(standby, server) : []),
  ];
}

/** Said where this version is one of two that work with the same database, or one that has been gone back to. */
const migratedByLater =
  'A later version has migrated the database. This one works with it, and leaves what the role of the server may do to that one (docs/operating.md, "Upgrading").';

/** Said where the audit log was sealed with another secret. */
export const otherSecret =
  'PERSONAL_DATA_KEY: what the audit log says about people was sealed with another one. While it is unset it is JWT_SECRET: after a change of that, set PERSONAL_DATA_KEY to the former JWT_SECRET (docs/operating.md)';

async function roleOf(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query<{ role: string }>('select current_user as role');
  return rows[0]?.role ?? '';
}

/** Throws {@link RoleRefused} unless `direct` leads to the same database as `server`, as the same role and past the pooler. */
async function requireDirect(direct: pg.Pool, server: pg.Pool): Promise<void> {
  await requireTimeouts(direct);
  if ((await roleOf(direct)) !== (await roleOf(server)) || !(await shareLocks(direct, server))) {
    throw new RoleRefused(
      'DATABASE_DIRECT_URL must lead to the same database as DATABASE_URL, as the same role; it does not.',
    );
  }
}

/**
 * Throws {@link RoleRefused} when a standby is another database's, or its connections are not what the server needs;
 * answers what to tell of one that is away.
 */
async function checkStandby(standby: pg.Pool, server: pg.Pool): Promise<string[]> {
  const until = 'Lists are read from DATABASE_URL until it does.';
  try {
    const [found, own] = [await readStanding(standby), await readStanding(server)];
    if (found.identity !== own.identity) {
      throw new RoleRefused(
        'it must lead to standbys of the database of DATABASE_URL, as the same role; it does not.',
      );
    }
    await requireTimeouts(standby);
    return found.follows ? [] : [`DATABASE_READ_URL does not lead to a standby. ${until}`];
  } catch (error) {
    const { message } = describeError(error);
    if (refusalOf(error)) return [`DATABASE_READ_URL does not answer (${message}). ${until}`];
    throw new RoleRefused(`DATABASE_READ_URL: ${message}`, { cause: error });
  }
}

/** Migrates as an owner whose connections may be lent as well: what a migration needs, its transaction has. */
async function migrateAs(
  owner: Reach,
  { pool: server, seal }: Roles['server'],
  say: (line: string) => void,
): Promise<void> {
  const access = { role: await roleOf(server), grants: serverGrants };
  await withPool(owner, (pool) => migrateDatabase(pool, seal, { access, say }));
}

async function withPool(reach: Reach, work: (pool: pg.Pool) => Promise<void>): Promise<void> {
  const { pool, close } = openDatabase(reach, () => {}, 2);
  try {
    await work(pool);
  } finally {
    await close();
  }
}

const asList = (lines: readonly string[]) => lines.map((line) => `  - ${line}`).join('\n');

function judgeRole({ role, excess }: Pick<RoleCheck, 'role' | 'excess'>, { live, reason }: Policy): string[] {
  if (excess.length === 0) return [];
  const found = `The database role ${role} of the server can do more than the server needs, and so can whoever takes its connection over:\n${asList(excess)}`;
  if (reason !== undefined) return [`${found}\nALLOW_OWNER_ROLE is set, because: ${JSON.stringify(reason)}`];
  const instead = 'Give the server a role of its own (docs/operating.md, "Two roles")';
  if (!live) return [`${found}\n${instead}; a live product does not start without.`];
  throw new RoleRefused(`${found}\n${instead}, or say in ALLOW_OWNER_ROLE why it need not have one.`);
}
