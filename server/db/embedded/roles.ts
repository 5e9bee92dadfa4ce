import pg from 'pg';
import { roles } from './cluster';

/** As whom no role of ours ever acts: what only an administrator of PostgreSQL may. */
const plain = 'LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS';

/** Makes the roles that are not there, and gives them back what is theirs, whatever was done to them by hand. */
const makeRoles = `
  DO $$ BEGIN
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '${roles.owner}') THEN CREATE ROLE ${roles.owner}; END IF;
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '${roles.server}') THEN CREATE ROLE ${roles.server}; END IF;
  END $$;
  ALTER ROLE ${roles.owner} ${plain};
  ALTER ROLE ${roles.server} ${plain};
  ALTER ROLE ${roles.owner} RESET ALL;
  ALTER ROLE ${roles.server} RESET ALL;
  REVOKE ALL ON DATABASE postgres FROM PUBLIC;
  GRANT CONNECT ON DATABASE postgres TO ${roles.server};`;

/**
 * Hands the product's objects over to their owner: in a folder of an earlier version, which ran as the superuser alone,
 * and after a restore as the superuser. What belongs to an extension stays; what belongs to a table goes with it.
 */
const giveToOwner = `
  DO $$
  DECLARE command text;
  BEGIN
    FOR command IN
      WITH ours AS (SELECT oid, nspname FROM pg_namespace WHERE nspname IN ('public', 'drizzle')),
      extension AS (SELECT classid, objid FROM pg_depend WHERE deptype = 'e'),
      owner AS (SELECT oid FROM pg_roles WHERE rolname = '${roles.owner}')
      SELECT format('ALTER DATABASE %I OWNER TO ${roles.owner}', datname) FROM pg_database
        WHERE datname = current_database() AND datdba <> (TABLE owner)
      UNION ALL
      SELECT format('ALTER SCHEMA %I OWNER TO ${roles.owner}', n.nspname) FROM pg_namespace n JOIN ours USING (oid)
        WHERE n.nspowner NOT IN (TABLE owner) AND n.nspowner <> 'pg_database_owner'::regrole
      UNION ALL
      SELECT format('ALTER %s %s OWNER TO ${roles.owner}',
          CASE c.relkind WHEN 'v' THEN 'VIEW' WHEN 'm' THEN 'MATERIALIZED VIEW' WHEN 'S' THEN 'SEQUENCE' ELSE 'TABLE' END,
          c.oid::regclass)
        FROM pg_class c JOIN ours ON ours.oid = c.relnamespace
        WHERE c.relkind IN ('r', 'p', 'v', 'm', 'S') AND c.relowner <> (TABLE owner)
          AND NOT EXISTS (SELECT FROM extension WHERE classid = 'pg_class'::regclass AND objid = c.oid)
          AND NOT EXISTS (SELECT FROM pg_depend d WHERE c.relkind = 'S' AND d.classid = 'pg_class'::regclass
            AND d.objid = c.oid AND d.refclassid = 'pg_class'::regclass AND d.deptype IN ('a', 'i'))
      UNION ALL
      SELECT format('ALTER ROUTINE %s OWNER TO ${roles.owner}', p.oid::regprocedure)
        FROM pg_proc p JOIN ours ON ours.oid = p.pronamespace
        WHERE p.proowner <> (TABLE owner)
          AND NOT EXISTS (SELECT FROM extension WHERE classid = 'pg_proc'::regclass AND objid = p.oid)
      UNION ALL
      SELECT format('ALTER STATISTICS %I.%I OWNER TO ${roles.owner}', ours.nspname, s.stxname)
        FROM pg_statistic_ext s JOIN ours ON ours.oid = s.stxnamespace WHERE s.stxowner <> (TABLE owner)
    LOOP
      EXECUTE command;
    END LOOP;
  END $$;`;

/**
 * Prepares the two roles of the product in its database, as the superuser: the owner of the schema, and the one that the
 * server is. Whoever calls it has the data folder.
 */
export async function prepareRoles(superuser: pg.ClientConfig): Promise<void> {
  const client = new pg.Client(superuser);
  // A connection that breaks fails its query as well.
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query('BEGIN');
    await client.query(makeRoles);
    await client.query(giveToOwner);
    await client.query('COMMIT');
  } finally {
    await client.end();
  }
}
