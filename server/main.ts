import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import closeWithGrace from 'close-with-grace';
import type { FastifyInstance } from 'fastify';
import { serverPaths } from '../contract/paths';
import { ensureAuditor } from './auth/auditor';
import { ensureFirstAdmin, type FirstAdmin } from './auth/first-admin';
import { createPasswords } from './auth/passwords';
import { buildApp } from './build-app';
import { addressOf, boundHost, type Config, ConfigError, readSettings } from './config';
import { explainRefused, openConfigured } from './configured-database';
import { readsByStandby } from './db/standby';
import { startConfiguredBackups } from './embedded-backups';
import { explainListen } from './explain-listen';
import { startDayFollower } from './ledger/account-days';
import { describeError, explainError } from './log';
import { backupReadings } from './metrics/backup-readings';
import { replicaReadings } from './metrics/replica-readings';
import { findBuiltPages } from './pages/built-pages';
import { prepareDatabase } from './prepare-database';
import { startPruning } from './pruning';
import { mailboxKey } from './secrets';
import { hasDevMailbox, mailFolder } from './services';
import { seedDemoWallets } from './wallets/wallets';
import { type Watching, watchServer } from './watching';

/** Brings the database to the newest schema and ends, so that no server needs to know its owner. */
const migrateOnly = '--migrate';

/** Milliseconds that a stop has for what has begun, and the embedded database for its own. */
const stopGrace = 15_000;
const databaseGrace = 60_000;

/** Milliseconds that a start which is told to stop has for what cannot be broken off, such as a recovery of the database. */
const startGrace = 75_000;

type Pages = ReturnType<typeof findBuiltPages>;

interface Ready {
  config: Config;
  server: FastifyInstance;
  /** Ends all that was started. */
  stop(): Promise<void>;
}

/**
 * Opens the server, unless only the database was to be migrated. Once `told` to stop it ends, after the step that it is at, what it
 * has started by then; `onReady` is called before it listens, and from then on whoever tells it to stop does that.
 */
async function start(
  config: Config,
  pages: Pages,
  told: AbortSignal,
  onReady: (ready: Ready) => void,
): Promise<void> {
  const { database, standby, connection, lent, owner, embedded, close } = await openConfigured(config);
  let backups: ReturnType<typeof startConfiguredBackups>;
  let watching: Watching | undefined;
  let app: FastifyInstance | undefined;
  let pruning: ReturnType<typeof startPruning> | undefined;
  let following: ReturnType<typeof startDayFollower> | undefined;
  /**
   * Ends all that has been started by then, the database after all that asks it, each whatever becomes of the others; says what
   * fails, and throws then.
   */
  async function stop(): Promise<void> {
    const failures: unknown[] = [];
    const step = async (work: () => unknown) => {
      try {
        await work();
      } catch (error) {
        failures.push(error);
        console.error(`While stopping: ${explainError(error)}`);
      }
    };
    const ended = [step(() => pruning?.stop()), step(() => following?.stop())];
    await step(() => backups?.stop());
    await step(() => app?.close());
    await Promise.all(ended);
    await step(() => watching?.stop());
    await step(close);
    await step(() => backups?.finish());
    if (failures.length > 0) throw failures[0];
  }
  try {
    told.throwIfAborted();
    const ofRole = await prepareDatabase(
      { server: database, owner, ...(lent && { direct: connection }), standby: standby?.pool },
      { live: config.siteMode === 'live', reason: config.allowOwnerRole },
    );
    if (process.argv[2] === migrateOnly) {
      console.log('The database has the newest schema.');
      return await stop();
    }
    told.throwIfAborted();
    const passwords = await createPasswords();
    const admin = await ensureFirstAdmin(database, passwords, config);
    const announced = sayAtExit(admin);
    await ensureAuditor(database, passwords, config);
    if (config.siteMode === 'demo') await seedDemoWallets(database);
    told.throwIfAborted();
    backups = startConfiguredBackups(config, embedded, console.error);
    const reads = standby && (await readsByStandby(database, standby, tellOfStandby));
    watching = await watchServer(config, database, connection, [
      ...(backups ? backupReadings(backups) : []),
      ...(reads ? replicaReadings(reads) : []),
    ]);
    const server = await buildApp({
      config,
      database,
      ...(reads && { reads }),
      passwords,
      seals: true,
      ...(backups && { backups }),
      ...(pages && { pages }),
    });
    app = server;
    told.throwIfAborted();
    pruning = startPruning(
      database,
      config.retention,
      (err, what) => server.log.error({ err }, `${what} failed`),
      mailFolder(config),
    );
    following = startDayFollower(database, (err) =>
      server.log.error({ err }, 'the figures by day were not kept up'),
    );
    onReady({ config, server, stop });
    await listen(server, config);
    for (const warning of [...config.warnings, ...ofRole]) console.warn(warning);
    announce(config, admin);
    announced();
  } catch (error) {
    // What fails of it has been said, and is not why it does not start.
    await stop().catch(() => {});
    throw error;
  }
}

/** Throws {@link ConfigError} when it cannot listen where it is told to. */
async function listen(server: FastifyInstance, { host, port }: Config): Promise<void> {
  try {
    await server.listen({ host: boundHost(host), port });
  } catch (error) {
    const settings = { host: 'HOST', port: 'PORT' };
    throw new ConfigError(explainListen(error, { host, port, settings }), { cause: error });
  }
}

function tellOfStandby(message: string, cause?: unknown): void {
  console.error(cause === undefined ? message : `${message}: ${describeError(cause).message}`);
}

function announce(config: Config, admin: FirstAdmin): void {
  const address = addressOf(config);
  const lines = [
    '',
    `  Open            ${address}`,
    ...mailLine(config, address),
    `  API             ${address}${serverPaths.docs}`,
    ...signInLines(admin),
    ...twoPersonsLine(config),
    '',
  ];
  console.log(lines.join('\n'));
}

/**
 * Has the process say how to sign in when it ends before that is announced, however it ends: it has made the first
 * administrator, and no later start knows the password. Answers how to take that back.
 */
function sayAtExit(admin: FirstAdmin): () => void {
  const say = () => console.log(`\n${signInLines(admin).join('\n')}\n`);
  if (admin.password !== undefined) process.once('exit', say);
  return () => process.off('exit', say);
}

function signInLines({ email, password }: FirstAdmin): string[] {
  return [
    `  Administrator   ${email}`,
    password === undefined
      ? '  Password        as it was set; forgotten? use "Forgot password" on the sign-in page, or: npm run admin -- invite EMAIL --role admin'
      : `  Password        ${password}   (shown this once; keep it)`,
  ];
}

function mailLine(config: Config, address: string): string[] {
  if (!hasDevMailbox(config)) return [];
  return [`  Dev mailbox     ${address}${serverPaths.devMailbox}/${mailboxKey(config)}`];
}

/** What takes two administrators, also where `FOUR_EYES` does not name all of it. */
function twoPersonsLine({ fourEyes: { address, adjustment, withdrawal, people } }: Config): string[] {
  const acts = [
    ...(address ? ['address'] : []),
    ...(adjustment === undefined ? [] : [`adjustment:${adjustment / 100}`]),
    ...(withdrawal === undefined ? [] : [`withdrawal:${withdrawal / 100}`]),
    ...(people ? ['people'] : []),
  ];
  return acts.length === 0 ? [] : [`  Two persons     ${acts.join(',')}`];
}

/** Has the server stop in order when the process is told to. */
function stopWhenTold({ config, server, stop }: Ready): void {
  const embedded = config.databaseUrl === undefined;
  const delay = config.shutdownDelay + stopGrace + (embedded ? databaseGrace : 0);
  closeWithGrace({ delay, logger: false, onTimeout: sayCutOff(embedded) }, async ({ err }) => {
    if (err) server.log.fatal({ err }, 'stopping');
    else {
      server.announceStop();
      await setTimeout(config.shutdownDelay);
    }
    await stop();
  });
}

const sayCutOff = (embedded: boolean) => (milliseconds: number) =>
  console.error(
    `Ended in the middle of its stop, which took longer than ${milliseconds / 1_000} s.${embedded ? ' The database may still run; the next start takes it over.' : ''}`,
  );

/**
 * Has a start end in order when the process is told to stop: it may have made the first administrator, and the embedded database,
 * which is a process of its own, would go on. Answers how to take that back.
 */
function endWhenTold(told: AbortController, starting: Promise<unknown>, embedded: boolean): () => void {
  const onTimeout = sayCutOff(embedded);
  const { uninstall } = closeWithGrace({ delay: startGrace, logger: false, onTimeout }, async ({ err }) => {
    if (err) console.error(explainRefused(err));
    told.abort();
    await starting.catch((error: unknown) => {
      if (error !== told.signal.reason) console.error(explainRefused(error));
    });
    console.error(`Ended before it was open.${embedded ? ' The database is stopped.' : ''}`);
  });
  return uninstall;
}

/** Throws {@link ConfigError} for any argument but one: a server that begins in its place does what nobody has asked for. */
function requireKnownArguments([asked, ...more]: readonly string[]): void {
  const unknown = asked === migrateOnly ? more[0] : asked;
  if (unknown === undefined) return;
  throw new ConfigError(
    `${unknown}: not known; ${migrateOnly} is the only argument, and settings are variables (.env.example)`,
  );
}

async function run(): Promise<void> {
  requireKnownArguments(process.argv.slice(2));
  const pages = findBuiltPages(join(import.meta.dirname, '../client'));
  const config = readSettings(process.env, pages?.site.missing);
  const told = new AbortController();
  const starting = start(config, pages, told.signal, (ready) => {
    // In this order: a signal that comes while nobody listens is lost, or ends the process.
    stopWhenTold(ready);
    uninstall();
  });
  const uninstall = endWhenTold(told, starting, config.databaseUrl === undefined);
  try {
    await starting;
  } catch (error) {
    // A start that was told to stop is ended by what told it.
    if (!told.signal.aborted) throw error;
  }
  uninstall();
}

try {
  await run();
} catch (error) {
  console.error(explainRefused(error));
  process.exit(1);
}
