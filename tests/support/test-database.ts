import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { type Database, openDatabase, type Reach } from '../../server/db/client';
import { createPersonalSeal } from '../../server/personal-seal';

declare module 'vitest' {
  interface ProvidedContext {
    /** The PostgreSQL of this run, and the migrated database that each test file copies. */
    postgres: { connections: RoleConnections; template: string };
  }
}

/** A database, as each role that there is. */
export interface RoleConnections {
  /** As the server. */
  server: PostgresConnection;
  /** As the owner of its tables. */
  owner: PostgresConnection;
  /** For what neither may: making databases, and going behind the product's back. */
  superuser: PostgresConnection;
}

/** The same roles on another database of the server. */
export function onDatabase(connections: RoleConnections, database: string): RoleConnections {
  const { server, owner, superuser } = connections;
  return {
    server: { ...server, database },
    owner: { ...owner, database },
    superuser: { ...superuser, database },
  };
}

/** How to reach a PostgreSQL server; plain data, since it crosses from the runner to the tests. */
export interface PostgresConnection {
  host: string;
  port: number;
  user: string;
  password?: string;
  database: string;
}

export interface TestDatabase {
  /** As the server has it. */
  database: Database;
  /** For what the server may not: switching triggers off, changing tables, removing what is kept. */
  superuser: Database;
  /** Of `database`. */
  connection: PostgresConnection;
  connections: RoleConnections;
  /** Closes and drops it. */
  drop(): Promise<void>;
}

/** Seals what tells about people in the databases of the tests. */
export const testSeal = createPersonalSeal(new Uint8Array(32).fill(7));

/** How it is made and reached, where that is not as ever. */
interface TestDatabaseOptions {
  /** What it is a copy of. */
  template?: string;
  /** How the server reaches it. */
  reach?: (connection: PostgresConnection) => Reach;
  /** Milliseconds that a statement of the server's may take that says nothing else, and so wait for a lock; as ever if not given. */
  limit?: number;
}

/** A database of its own for a test file: a copy of the migrated template. */
export async function createTestDatabase({
  template = inject('postgres').template,
  reach = (connection) => connection,
  limit,
}: TestDatabaseOptions = {}): Promise<TestDatabase> {
  const { connections } = inject('postgres');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await createDatabase(connections, name, template);
  const own = onDatabase(connections, name);
  const database = openDatabase(reach(own.server), () => {}, undefined, testSeal);
  if (limit !== undefined) {
    const text = ['statement_timeout', 'lock_timeout'].map((name) => `set ${name} = ${limit}`).join('; ');
    // Whoever waits for the connection hears of one that breaks.
    database.pool.on('connect', (client) => void client.query(text).catch(() => {}));
  }
  const superuser = openDatabase(own.superuser, () => {}, 2);
  return {
    database,
    superuser,
    connection: own.server,
    connections: own,
    async drop() {
      await database.close();
      await superuser.close();
      await runAsSuperuser(connections, `DROP DATABASE ${name} WITH (FORCE)`);
    },
  };
}

/** Makes a database of the owner's, as the product's is. */
export async function createDatabase(
  connections: RoleConnections,
  name: string,
  template = 'template1',
): Promise<void> {
  await runAsSuperuser(
    connections,
    // File by file: nothing of it goes through the log, which takes a little over half as long.
    `CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY = FILE_COPY OWNER ${connections.owner.user}`,
    // A copy has the rights of a new database.
    `REVOKE TEMPORARY ON DATABASE ${name} FROM PUBLIC`,
  );
}

/** Runs statements on the server's own database, each by itself. */
export async function runAsSuperuser(
  { superuser }: RoleConnections,
  ...statements: readonly string[]
): Promise<void> {
  const client = new pg.Client(superuser);
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}
