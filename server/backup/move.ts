import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { BackupError } from './backup-error';
import { withClient } from './with-client';

/** What was moved. */
export interface Moved {
  tables: number;
  rows: number;
}

interface Telling {
  /** Ends it, until it commits. */
  signal: AbortSignal;
  /** Called before it commits, which nothing must break off: nobody would know what came of it. */
  onCommit: () => void;
}

/** A table as it is copied: by its columns, whatever their order on either side. */
interface Table {
  name: string;
  columns: string[];
}

/**
 * Copies all rows of a migrated database into an empty one that has the same migrations: as of one moment, in one
 * transaction, with the triggers off and the references checked anew at its end. Both connections are those of owners, and
 * the source's is of no use afterwards. Throws {@link BackupError} saying `notEmpty` when the target holds data, and when a table is not the same afterwards; then, and when a signal ends it, the target
 * is as it was.
 */
export async function moveRows(
  source: pg.Client,
  target: pg.Client,
  notEmpty: string,
  { signal, onCommit }: Telling,
): Promise<Moved> {
  for (const client of [source, target]) {
    await client.query(
      'set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0',
    );
    await client.query("set timezone = 'UTC'");
  }
  await source.query('begin isolation level repeatable read, read only');
  await target.query('begin');
  try {
    const tables = await readTables(source);
    await requireSame(tables, await readTables(target));
    await requireEmpty(target, notEmpty);
    const putBack = await takeOff(target, tables);
    await target.query(`truncate ${tables.map(({ name }) => quoted(name)).join(', ')}`);
    for (const table of tables) {
      signal.throwIfAborted();
      await copyTable(source, target, table);
    }
    await setSequences(source, target);
    for (const statement of putBack) {
      signal.throwIfAborted();
      await target.query(statement);
    }
    let rows = 0;
    for (const { name } of tables) {
      signal.throwIfAborted();
      rows += await compare(source, target, name);
    }
    signal.throwIfAborted();
    onCommit();
    await target.query('commit');
    return { tables: tables.length, rows };
  } catch (error) {
    // Not the source: behind a copy that was broken off it answers nothing. Its transaction ends with its connection.
    await target.query('rollback').catch(() => {});
    throw error;
  }
}

/** Has a database end connections of a name, and take back what they were at. One that cannot be reached does so by itself. */
export async function endConnections(connection: pg.ClientConfig, name: string): Promise<void> {
  const ended = withClient({ ...connection, application_name: '' }, (client) =>
    client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and application_name = $1`,
      [name],
    ),
  );
  await ended.catch(() => {});
}

const quoted = (name: string) => `public.${pg.escapeIdentifier(name)}`;

/** Throws {@link BackupError} when others have connections to a database, which could write to it. */
export async function requireAlone(source: pg.Client): Promise<void> {
  // What kind another role's connection is, is hidden from an owner; PostgreSQL's own have no user.
  const { rows } = await source.query<{ others: number }>(
    `select count(*)::int as others from pg_stat_activity
     where datname = current_database() and usesysid is not null and pid <> pg_backend_pid()`,
  );
  const others = rows[0]?.others ?? 0;
  if (others === 0) return;
  throw new BackupError(
    `${others} other connections use the database that is to be moved, and what they write would be left behind. Stop every server and close every session first.`,
  );
}

async function readTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select c.relname::text as name, array(
        select a.attname::text from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attname
      ) as columns
     from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by c.relname`,
  );
  return rows;
}

function requireSame(ofSource: readonly Table[], ofTarget: readonly Table[]): void {
  const shape = (tables: readonly Table[]) =>
    new Map(tables.map(({ name, columns }) => [name, columns.join()]));
  const [here, there] = [shape(ofSource), shape(ofTarget)];
  const other = [...new Set([...here.keys(), ...there.keys()])].filter(
    (name) => here.get(name) !== there.get(name),
  );
  if (other.length === 0) return;
  throw new BackupError(
    `Both databases need the tables of this version alone. Not the same in both: ${other.join(', ')}.`,
  );
}

async function requireEmpty(target: pg.Client, notEmpty: string): Promise<void> {
  const { rows } = await target.query<{ empty: boolean }>(
    'select not exists (select from users) and not exists (select from audit_events) as empty',
  );
  if (!rows[0]?.empty) throw new BackupError(notEmpty);
}

/** Switches off what would act on each row; answers the statements that put it back as it was. */
async function takeOff(target: pg.Client, tables: readonly Table[]): Promise<string[]> {
  const { rows: references } = await target.query<{ off: string; on: string }>(
    `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as off,
       format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as on
     from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace order by conname`,
  );
  const { rows: triggers } = await target.query<{ on: string }>(
    `select format('alter table %s %s trigger %I', tgrelid::regclass,
       case tgenabled when 'D' then 'disable' when 'A' then 'enable always' when 'R' then 'enable replica' else 'enable' end,
       tgname) as on
     from pg_trigger t join pg_class c on c.oid = t.tgrelid
     where not tgisinternal and c.relnamespace = 'public'::regnamespace`,
  );
  for (const { off } of references) await target.query(off);
  for (const { name } of tables) await target.query(`alter table ${quoted(name)} disable trigger user`);
  // Triggers last: adding a reference reads rows, and writes none.
  return [...references, ...triggers].map(({ on }) => on);
}

async function copyTable(source: pg.Client, target: pg.Client, { name, columns }: Table): Promise<void> {
  const list = columns.map((column) => pg.escapeIdentifier(column)).join(', ');
  await pipeline(
    source.query(copyTo(`copy (select ${list} from ${quoted(name)}) to stdout`)),
    target.query(copyFrom(`copy ${quoted(name)} (${list}) from stdin`)),
  );
}

async function setSequences(source: pg.Client, target: pg.Client): Promise<void> {
  const { rows: names } = await source.query<{ name: string }>(
    `select relname::text as name from pg_class where relkind = 'S' and relnamespace = 'public'::regnamespace`,
  );
  for (const { name } of names) {
    const { rows } = await source.query<{ value: string; called: boolean }>(
      `select last_value::text as value, is_called as called from ${quoted(name)}`,
    );
    const [state] = rows;
    if (state)
      await target.query('select setval($1::regclass, $2::bigint, $3)', [
        quoted(name),
        state.value,
        state.called,
      ]);
  }
}

interface Fingerprint {
  rows: string;
  hash: string;
}

/** Of all rows of a table in any order, by their values alone, so that it is the same in every version of PostgreSQL. */
async function fingerprintOf(client: pg.Client, name: string): Promise<Fingerprint> {
  const { rows } = await client.query<Fingerprint>(
    `select count(*)::text as rows,
       coalesce(sum(('x' || left(md5(to_jsonb(t)::text), 16))::bit(64)::bigint::numeric), 0)::text as hash
     from ${quoted(name)} t`,
  );
  const [found] = rows;
  if (!found) throw new Error('A fingerprint has no row');
  return found;
}

async function compare(source: pg.Client, target: pg.Client, name: string): Promise<number> {
  const [here, there] = [await fingerprintOf(source, name), await fingerprintOf(target, name)];
  if (here.rows === there.rows && here.hash === there.hash) return Number(there.rows);
  throw new BackupError(
    `The table ${name} is not the same in both databases (${here.rows} and ${there.rows} rows): nothing was moved.`,
  );
}
