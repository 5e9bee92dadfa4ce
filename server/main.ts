import { join } from 'node:path';
import closeWithGrace from 'close-with-grace';
import type pg from 'pg';
import { serverPaths } from '../contract/paths';
import { ensureAuditor } from './auth/auditor';
import { ensureFirstAdmin, type FirstAdmin } from './auth/first-admin';
import { createPasswords } from './auth/passwords';
import { buildApp } from './build-app';
import { type Config, ConfigError, readConfig } from './config';
import { type Database, openDatabase } from './db/client';
import { EmbeddedError } from './db/embedded/embedded-error';
import { startEmbedded } from './db/embedded/start-embedded';
import { MigrationRefused } from './db/migrate';
import { RoleRefused } from './db/roles';
import { resetFactors } from './factors/reset';
import { describeError, explainError } from './log';
import { brandOf, createMails } from './mail/messages';
import { createOutbox } from './mail/outbox';
import { findBuiltPages } from './pages/built-pages';
import { createPersonalSeal } from './personal-seal';
import { prepareDatabase } from './prepare-database';
import { startPruning } from './pruning';
import { loadSecrets, mailboxKey } from './secrets';
import { hasDevMailbox, mailFolder } from './services';
import { seedDemoWallets } from './wallets/wallets';

interface OpenDatabase {
  database: Database;
  /** How to connect as the owner of its tables. */
  owner?: pg.PoolConfig;
  close(): Promise<void>;
}

/** The database of `DATABASE_URL`, or the embedded one of the data folder. */
async function openConfigured(config: Config): Promise<OpenDatabase> {
  const say = (error: Error) => console.error(`Database: ${describeError(error).message}`);
  const seal = createPersonalSeal(loadSecrets(config).personalKey);
  if (config.databaseUrl !== undefined) {
    const database = openDatabase({ connectionString: config.databaseUrl }, say, undefined, seal);
    const owner = config.databaseOwnerUrl;
    return { database, ...(owner && { owner: { connectionString: owner } }), close: database.close };
  }
  const embedded = await startEmbedded({ dataDir: config.dataDir, log: console.log });
  const database = openDatabase(embedded.connection, say, undefined, seal);
  return {
    database,
    owner: embedded.owner,
    async close() {
      await database.close();
      await embedded.stop();
    },
  };
}

/** Brings the database to the newest schema and ends, so that no server needs to know its owner. */
const migrateOnly = '--migrate';

/** Removes the second factors of the person whose address follows, and ends. */
const resetFactorsOf = '--reset-factors';

/** What is asked for instead of a start: answers what was done, or undefined when nothing else is asked for. */
async function doInstead(config: Config, database: Database): Promise<string | undefined> {
  const [wanted, address] = process.argv.slice(2);
  if (wanted === migrateOnly) return 'The database has the newest schema.';
  if (wanted !== resetFactorsOf) return undefined;
  // What is put there leaves when the server runs.
  const outbox = createOutbox(() => {});
  const mails = createMails(config.publicUrl, brandOf(config.mailFrom));
  const services = { database, outbox, mails, hold: config.withdrawalHold };
  const done = address !== undefined && (await resetFactors(services, address));
  return done
    ? `${address} has no second factor any more, and is signed out everywhere.`
    : `Nothing has changed: nobody has the address ${address ?? '(none was given)'}.`;
}

async function start(): Promise<void> {
  const pages = findBuiltPages(join(import.meta.dirname, '../client'));
  const config = readConfig(process.env, pages?.site.missing);
  const { database, owner, close } = await openConfigured(config);
  try {
    const ofRole = await prepareDatabase(
      { server: database, owner },
      { live: config.siteMode === 'live', reason: config.allowOwnerRole },
    );
    const done = await doInstead(config, database);
    if (done !== undefined) {
      console.log(done);
      return await close();
    }
    const passwords = await createPasswords();
    const admin = await ensureFirstAdmin(database, passwords, config);
    await ensureAuditor(database, passwords, config);
    if (config.siteMode === 'demo') await seedDemoWallets(database);
    const app = await buildApp({ config, database, ...(pages && { pages }) });
    const pruning = startPruning(
      database,
      config.retention,
      (err) => app.log.error({ err }, 'pruning, or summing up the list counts, failed'),
      mailFolder(config),
    );
    closeWithGrace({ delay: 15_000, logger: false }, async ({ err }) => {
      if (err) app.log.fatal({ err }, 'stopping');
      pruning.stop();
      await app.close();
      await close();
    });
    await app.listen({ host: config.host, port: config.port });
    for (const warning of [...config.warnings, ...ofRole]) console.warn(warning);
    announce(config, admin);
  } catch (error) {
    await close();
    throw error;
  }
}

function announce(config: Config, admin: FirstAdmin): void {
  const address = `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${config.port}`;
  const lines = [
    '',
    `  Open            ${address}`,
    ...mailLine(config, address),
    `  API             ${address}${serverPaths.docs}`,
    `  Administrator   ${admin.email}`,
    admin.password === undefined
      ? '  Password        as it was set; forgotten? use "Forgot password" on the sign-in page'
      : `  Password        ${admin.password}   (shown this once; keep it)`,
    '',
  ];
  console.log(lines.join('\n'));
}

function mailLine(config: Config, address: string): string[] {
  if (!hasDevMailbox(config)) return [];
  return [`  Dev mailbox     ${address}${serverPaths.devMailbox}/${mailboxKey(config)}`];
}

/** What a start that was refused says; other errors are ours and keep their stack. */
function explain(error: unknown): string {
  if (error instanceof ConfigError) return `The configuration is not right:\n${error.message}`;
  const known = [EmbeddedError, MigrationRefused, RoleRefused];
  if (known.some((one) => error instanceof one) && error instanceof Error) return error.message;
  if (error instanceof Error && 'code' in error) {
    const host = process.env.HOST ?? '127.0.0.1';
    const port = process.env.PORT ?? '3000';
    if (error.code === 'EADDRINUSE') return `Port ${port} on ${host} is in use. Set PORT to another one.`;
    if (error.code === 'EACCES')
      return `Port ${port} on ${host} is not allowed to this user. Set PORT to another.`;
    if (error.code === 'EADDRNOTAVAIL') return `HOST ${host} is not an address of this machine.`;
    if (error.code === 'ECONNREFUSED' || error.code === 'ENOTFOUND') {
      return `DATABASE_URL: the database does not answer (${describeError(error).message}).`;
    }
  }
  return explainError(error);
}

try {
  await start();
} catch (error) {
  console.error(explain(error));
  process.exit(1);
}
