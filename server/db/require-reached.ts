import pg from 'pg';
import { connectTimeout } from './connection';

/** An address that leads to no database, or to one that does not let us in; the message is for people and names the setting. */
export class DatabaseUnreached extends Error {}

/** What is wrong, by the state with which PostgreSQL refuses a connection. */
const refusedBy: Readonly<Record<string, (said: string) => string>> = {
  '3D000': (said) => `the server has no such database (${said}): make it, or name another one in the address`,
  '28P01': (said) => `the server does not take the role or its password (${said})`,
  '28000': (said) => `the server does not let the role in (${said})`,
  '42501': (said) =>
    `the role may not connect to the database (${said}): grant connect on it to the role, or make the role its owner where it is to migrate (docs/operating.md, "Two roles")`,
  '53300': (said) => `the server has no connection left (${said})`,
  '55000': (said) => `the database takes no connections (${said})`,
  '57P03': (said) => `the database does not take connections at the moment (${said})`,
};

/** Codes of Node and OpenSSL for a certificate that is not taken, or for TLS that fails. */
const ofTls = /^(CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERR_TLS_|ERR_SSL_|HOSTNAME_MISMATCH|EPROTO)/;

/** What the driver says where what answers does not speak as PostgreSQL does. */
const ofOthers = /received invalid response|error establishing an SSL connection|terminated unexpectedly/;

/** Of an error of several tries, as of a name with two addresses, the message is empty. */
function saidOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(saidOf).join(', ');
  return error instanceof Error ? error.message : String(error);
}

/** What is wrong with an address, by the error of a connection to it; says where that is, and never as whom with what. */
export function explainUnreached(error: unknown, place: string): string {
  const said = saidOf(error);
  const { code, syscall, path } = Object.assign({ code: '', syscall: '', path: '' }, error);
  if (error instanceof pg.DatabaseError) {
    const explain = refusedBy[code];
    if (explain) return explain(said);
    if (!ofOthers.test(said)) return `the server refuses (${said})`;
  }
  if (/password must be a/.test(said)) return 'the server asks for a password, and the address has none';
  if (/does not support SSL/.test(said)) {
    return 'the server does not speak TLS, which sslmode in the address asks for: set it up there, or leave sslmode out where the way there is safe without';
  }
  if (ofTls.test(code)) {
    return `the server's certificate is not trusted, or TLS fails (${said}): name the host that it is for, and its authority's file with sslrootcert=/path/ca.pem`;
  }
  if (syscall === 'open') return `the file ${path} that the address names cannot be read (${code})`;
  if (syscall !== '' || error instanceof AggregateError) return `the database does not answer (${said})`;
  if (/timeout/.test(said)) {
    return `nothing at ${place} has answered as PostgreSQL does for ${connectTimeout / 1_000} s`;
  }
  if (ofOthers.test(said)) {
    return `what answers at ${place} is no PostgreSQL server, or none that is ready (${said})`;
  }
  return `it cannot be used (${said})`;
}

/** What is wrong with an address; undefined when the database lets us in. */
async function problemOf(connectionString: string): Promise<string | undefined> {
  let place = 'the address';
  let client: pg.Client | undefined;
  try {
    // Reads the files of certificates that the address names.
    client = new pg.Client({ connectionString, connectionTimeoutMillis: connectTimeout });
    place = `${client.host}:${client.port}`;
    // A connection that breaks fails what waits for it as well.
    client.on('error', () => {});
    await client.connect();
    await client.end();
    return undefined;
  } catch (error) {
    // In order it would end when the other side does.
    client?.connection.stream.destroy();
    return explainUnreached(error, place);
  }
}

/**
 * Connects to each address once, by the name of the setting that it comes from. Throws {@link DatabaseUnreached} with what is
 * wrong with which, before anything is made of any.
 */
export async function requireReached(addresses: Readonly<Record<string, string | undefined>>): Promise<void> {
  const found = await Promise.all(
    Object.entries(addresses).map(async ([name, address]) => {
      const problem = address === undefined ? undefined : await problemOf(address);
      return problem === undefined ? [] : [`${name}: ${problem}.`];
    }),
  );
  if (found.flat().length > 0) throw new DatabaseUnreached(found.flat().join('\n'));
}
