import pg from 'pg';
import { timeouts } from './connection';
import type { Grants } from './grants';
import { onTwoConnections } from './two-connections';

/** The server must not go on with the role or the connection it has; the message is for people. */
export class RoleRefused extends Error {}

type Client = Pick<pg.Pool, 'query'>;

/** A table or the sequence of one, and what a role may do with it. */
interface Relation {
  /** With its schema. */
  name: string;
  sequence: boolean;
  /** The table, for a sequence the one whose column it fills. */
  table: string;
  /** What the role may do with all of it. */
  held: string[];
  /** The same, and what it may do with some columns alone. */
  heldInPart: string[];
}

/** MAINTAIN came with PostgreSQL 17. */
const relationsOf = `
  select format('%s.%s', n.nspname, c.relname) as name, c.relkind = 'S' as sequence,
    format('%s.%s', n.nspname, coalesce(t.relname, c.relname)) as table,
    array(select p from unnest(p.all) p where
      case c.relkind when 'S' then has_sequence_privilege($1::name, c.oid, p)
      else has_table_privilege($1::name, c.oid, p) end) as held,
    array(select p from unnest(p.all) p where
      case when c.relkind = 'S' then has_sequence_privilege($1::name, c.oid, p)
      when p in ('SELECT', 'INSERT', 'UPDATE', 'REFERENCES') then has_any_column_privilege($1::name, c.oid, p)
      else has_table_privilege($1::name, c.oid, p) end) as "heldInPart"
  from pg_class c
  join pg_namespace n on n.oid = c.relnamespace
  left join pg_depend d on c.relkind = 'S' and d.classid = 'pg_class'::regclass and d.objid = c.oid
    and d.refclassid = 'pg_class'::regclass and d.deptype in ('a', 'i')
  left join pg_class t on t.oid = d.refobjid
  cross join lateral (select case
    when c.relkind = 'S' then array['USAGE', 'SELECT', 'UPDATE']
    when current_setting('server_version_num')::int < 170000
    then array['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'REFERENCES', 'TRIGGER']
    else array['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'REFERENCES', 'TRIGGER', 'MAINTAIN'] end as all) p
  where c.relkind in ('r', 'p', 'S') and format('%s.%s', n.nspname, coalesce(t.relname, c.relname)) = any($2::text[])
  order by name`;

/** A sequence is drawn from by whoever inserts, and by nobody set back. */
function wantedFor({ sequence, table }: Pick<Relation, 'sequence' | 'table'>, grants: Grants): string[] {
  const ofTable = grants.get(table) ?? [];
  if (!sequence) return [...ofTable];
  return ofTable.includes('INSERT') ? ['USAGE'] : [];
}

interface Difference extends Relation {
  wanted: string[];
  lacking: string[];
  excess: string[];
}

async function readRelations(client: Client, role: string, grants: Grants): Promise<Relation[]> {
  return (await client.query<Relation>(relationsOf, [role, [...grants.keys()]])).rows;
}

/** Where a role may do less or more than it is granted. */
function differencesOf(relations: readonly Relation[], grants: Grants): Difference[] {
  return relations
    .map((relation) => {
      const wanted = wantedFor(relation, grants);
      return {
        ...relation,
        wanted,
        lacking: wanted.filter((privilege) => !relation.held.includes(privilege)),
        excess: relation.heldInPart.filter((privilege) => !wanted.includes(privilege)),
      };
    })
    .filter(({ lacking, excess }) => lacking.length > 0 || excess.length > 0);
}

const quoted = (name: string) => name.split('.').map(pg.escapeIdentifier).join('.');

/**
 * Gives a role just what the grants say, and takes away the rest, also from everybody. `client` is the owner of the tables.
 * Changes nothing that is right already, and nothing for a role that is the owner or can become it: an owner needs its own
 * rights, to check what refers to its tables.
 */
export async function applyGrants(client: Client, role: string, grants: Grants): Promise<void> {
  const { rows } = await client.query<{ owner: boolean }>(
    `select pg_has_role($1::name, current_user, 'MEMBER') as owner`,
    [role],
  );
  if (rows[0]?.owner) return;
  const to = pg.escapeIdentifier(role);
  const schemas = [...new Set([...grants.keys()].map((name) => name.split('.')[0] ?? ''))];
  for (const schema of schemas) {
    const { rows } = await client.query<{ right: boolean }>(
      `select has_schema_privilege($1::name, $2, 'USAGE') and not has_schema_privilege($1::name, $2, 'CREATE') as right`,
      [role, schema],
    );
    if (rows[0]?.right) continue;
    await client.query(`REVOKE CREATE ON SCHEMA ${quoted(schema)} FROM PUBLIC, ${to}`);
    await client.query(`GRANT USAGE ON SCHEMA ${quoted(schema)} TO ${to}`);
  }
  for (const { name, sequence, wanted } of differencesOf(await readRelations(client, role, grants), grants)) {
    const what = `${sequence ? 'SEQUENCE' : 'TABLE'} ${quoted(name)}`;
    await client.query(`REVOKE ALL ON ${what} FROM PUBLIC, ${to}`);
    if (wanted.length > 0) await client.query(`GRANT ${wanted.join(', ')} ON ${what} TO ${to}`);
  }
  // Temporary tables can stand in for others, and the server makes none. Only the owner of the database can say so.
  await client.query(`
    DO $$ BEGIN
      IF has_database_privilege(${pg.escapeLiteral(role)}, current_database(), 'TEMP')
        AND pg_has_role((SELECT datdba FROM pg_database WHERE datname = current_database()), 'USAGE') THEN
        EXECUTE format('REVOKE TEMPORARY ON DATABASE %I FROM PUBLIC, %I', current_database(), ${pg.escapeLiteral(role)});
      END IF;
    END $$`);
}

interface Standing {
  role: string;
  superuser: boolean;
  attributes: string[];
  memberOf: string[];
  tables: string[];
  functions: string[];
  ownsDatabase: boolean;
  createsIn: string[];
  createsSchemas: boolean;
  temporary: boolean;
  disablesTriggers: boolean;
}

const standingOf = `
  select r.rolname as role, r.rolsuper as superuser,
    array_remove(array[
      case when r.rolcreaterole then 'CREATEROLE' end, case when r.rolcreatedb then 'CREATEDB' end,
      case when r.rolreplication then 'REPLICATION' end, case when r.rolbypassrls then 'BYPASSRLS' end], null) as attributes,
    array(select m.roleid::regrole::text from pg_auth_members m where m.member = r.oid) as "memberOf",
    array(select c.relname::text from pg_class c where c.relowner = r.oid and c.relkind in ('r', 'p', 'v', 'm', 'f')
      order by 1) as tables,
    array(select p.proname::text from pg_proc p where p.proowner = r.oid order by 1) as functions,
    (select d.datdba = r.oid from pg_database d where d.datname = current_database()) as "ownsDatabase",
    array(select n.nspname::text from pg_namespace n
      where n.nspname in ('public', 'drizzle') and has_schema_privilege(n.oid, 'CREATE')) as "createsIn",
    has_database_privilege(current_database(), 'CREATE') as "createsSchemas",
    has_database_privilege(current_database(), 'TEMP') as temporary,
    has_parameter_privilege('session_replication_role', 'SET') as "disablesTriggers"
  from pg_roles r where r.rolname = current_user`;

/** What the role of a connection is allowed, measured by what the server needs. */
export interface RoleCheck {
  role: string;
  /** Without these the server fails at some call. */
  lacking: string[];
  /** What a thief of the connection could do beyond what the server does; in words. */
  excess: string[];
}

/** Looks at the role of a connection, as the database itself sees it; `newer` when a later version has granted its rights. */
export async function checkRole(
  client: Client,
  grants: Grants,
  { newer }: { newer: boolean } = { newer: false },
): Promise<RoleCheck> {
  const { rows } = await client.query<Standing>(standingOf);
  const [standing] = rows;
  if (!standing) throw new Error('The database does not know the role of its own connection');
  const relations = await readRelations(client, standing.role, grants);
  const differences = differencesOf(relations, grants);
  const missing = [...grants.keys()].filter((table) => !relations.some(({ name }) => name === table));
  return {
    role: standing.role,
    lacking: [
      ...missing.map((name) => `there is no table ${name}`),
      ...differences.flatMap(({ name, lacking }) =>
        lacking.length > 0 ? [`it lacks ${lacking.join(', ')} on ${name}`] : [],
      ),
    ],
    // What a later version needs of a table is not for this one to judge.
    excess: excessOf(standing, newer ? [] : differences),
  };
}

function excessOf(standing: Standing, differences: readonly Difference[]): string[] {
  if (standing.superuser) return ['it is a superuser'];
  const { attributes, memberOf, tables, functions, createsIn } = standing;
  const owned = new Set(tables);
  return [
    ...(attributes.length > 0 ? [`it has ${attributes.join(', ')}`] : []),
    ...(memberOf.length > 0 ? [`it is a member of ${memberOf.join(', ')}`] : []),
    ...(standing.ownsDatabase ? ['it owns the database'] : []),
    ...(tables.length > 0 ? [`it owns ${tables.join(', ')}`] : []),
    ...(functions.length > 0 ? [`it owns the functions ${functions.join(', ')}`] : []),
    ...(createsIn.length > 0 ? [`it may create objects in the schema ${createsIn.join(', ')}`] : []),
    ...(standing.createsSchemas ? ['it may create schemas in the database'] : []),
    ...(standing.temporary ? ['it may create temporary tables'] : []),
    ...(standing.disablesTriggers ? ['it may set session_replication_role'] : []),
    // Who owns a table may do everything with it.
    ...differences.flatMap(({ name, table, excess }) =>
      excess.length > 0 && !owned.has(table.split('.')[1] ?? '')
        ? [`it has ${excess.join(', ')} on ${name}`]
        : [],
    ),
  ];
}

/**
 * Reads back what each connection was given, on two of a pool. Throws {@link RoleRefused} when the database does not keep
 * it: a pooler that lends its own connections for one transaction gives the second a fresh one while the first is held.
 * Where connections are not known to be `lent` in this way, one that is has none of its own either.
 */
export function requireTimeouts(pool: pg.Pool, lent = false): Promise<void> {
  return onTwoConnections(pool, pool, async (first, second) => {
    if (!lent) await requireOwnSessions(first, second);
    await second.query('begin');
    await requireKept(first);
    await requireKept(second);
  });
}

/** How often is asked: other clients of a pooler might by chance take what would give it away. */
const sessionRounds = 4;

/**
 * That each of two connections has a session of its own, and always the same. What is read back does not tell: it may
 * have been set on the pooler's connection by an earlier start.
 */
async function requireOwnSessions(first: Client, second: Client): Promise<void> {
  const sessionOf = async (client: Client) =>
    (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid;
  const own = await sessionOf(first);
  for (let round = 0; round < sessionRounds; round += 1) {
    // Whichever a pooler takes, the one that was used last or the one that waited longest.
    if ((await sessionOf(first)) === own && (await sessionOf(second)) !== own) continue;
    throw new RoleRefused(
      `Connections to the database share its sessions: a pooler in between lends them for one transaction. ${forSessions}`,
    );
  }
}

const forSessions =
  'A pooler in between must lend connections for a whole session, or DATABASE_POOLER=transaction must say that it does not (docs/operating.md, "A pooler").';

async function requireKept(client: Client): Promise<void> {
  const { rows } = await client.query<{ name: string; setting: string }>(
    'select name, setting from pg_settings where name = any($1::text[])',
    [Object.keys(timeouts)],
  );
  const found = new Map(rows.map(({ name, setting }) => [name, setting]));
  const wrong = Object.entries(timeouts).filter(([name, value]) => found.get(name) !== String(value));
  if (wrong.length === 0) return;
  const list = wrong
    .map(([name, value]) => `${name} is ${found.get(name)} and was set to ${value}`)
    .join(', ');
  throw new RoleRefused(`The database does not keep what a connection sets (${list}). ${forSessions}`);
}
