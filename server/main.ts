import { join } from 'node:path';
import closeWithGrace from 'close-with-grace';
import { serverPaths } from '../contract/paths';
import { ensureAuditor } from './auth/auditor';
import { ensureFirstAdmin, type FirstAdmin } from './auth/first-admin';
import { createPasswords } from './auth/passwords';
import { buildApp } from './build-app';
import { type Config, ConfigError, readConfig } from './config';
import { type Database, openDatabase } from './db/client';
import { EmbeddedError } from './db/embedded/embedded-error';
import { startEmbedded } from './db/embedded/start-embedded';
import { MigrationRefused, migrateDatabase } from './db/migrate';
import { describeError, explainError } from './log';
import { findBuiltPages } from './pages/built-pages';
import { startPruning } from './pruning';
import { mailboxKey } from './secrets';
import { hasDevMailbox } from './services';
import { seedDemoWallets } from './wallets/wallets';

interface OpenDatabase {
  database: Database;
  close(): Promise<void>;
}

/** The database of `DATABASE_URL`, or the embedded one of the data folder. */
async function openConfigured(config: Config): Promise<OpenDatabase> {
  const say = (error: Error) => console.error(`Database: ${describeError(error).message}`);
  if (config.databaseUrl !== undefined) {
    const database = openDatabase({ connectionString: config.databaseUrl }, say);
    return { database, close: database.close };
  }
  const embedded = await startEmbedded({ dataDir: config.dataDir, log: console.log });
  const database = openDatabase(embedded.connection, say);
  return {
    database,
    async close() {
      await database.close();
      await embedded.stop();
    },
  };
}

async function start(): Promise<void> {
  const pages = findBuiltPages(join(import.meta.dirname, '../client'));
  const config = readConfig(process.env, pages?.site.missing);
  const { database, close } = await openConfigured(config);
  try {
    await migrateDatabase(database.pool);
    const passwords = await createPasswords();
    const admin = await ensureFirstAdmin(database, passwords, config);
    await ensureAuditor(database, passwords, config);
    if (config.siteMode === 'demo') await seedDemoWallets(database);
    const app = await buildApp({ config, database, ...(pages && { pages }) });
    const pruning = startPruning(database, config, (err) =>
      app.log.error({ err }, 'pruning, or summing up the list counts, failed'),
    );
    closeWithGrace({ delay: 15_000, logger: false }, async ({ err }) => {
      if (err) app.log.fatal({ err }, 'stopping');
      pruning.stop();
      await app.close();
      await close();
    });
    await app.listen({ host: config.host, port: config.port });
    for (const warning of config.warnings) console.warn(warning);
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
  if (error instanceof EmbeddedError || error instanceof MigrationRefused) return error.message;
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
