import { existsSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { BookCheckResult } from '../contract/books';
import { isWithinYears } from '../contract/times';
import { BackupError } from './backup/backup-error';
import { type DrillResult, runDrill } from './backup/drill';
import { makeKey } from './backup/key';
import { drainSpool, endSeries, isArchived, openExistingSeries, type Series } from './backup/log-archive';
import { endConnections, moveRows, requireAlone } from './backup/move';
import { requireNotInArchive, requireOutside, restoredSecrets, seriesOf } from './backup/places';
import { describeGap, restoreBackup } from './backup/restore';
import { takeBackup } from './backup/take';
import { ToldToStop, untilTold } from './backup/until-told';
import { booksHold, checkTimeout, verify } from './backup/verify';
import { withClient } from './backup/with-client';
import { createBooks } from './books/books';
import { type Config, readSettings } from './config';
import { explainRefused, keepsLog } from './configured-database';
import { applicationName, openDatabase } from './db/client';
import { commandToMoveAside, requireDatabase } from './db/embedded/folders';
import { type Embedded, joinEmbedded, startEmbedded } from './db/embedded/start-embedded';
import { migrateDatabase, requireMigrated } from './db/migrate';
import { requireReached } from './db/require-reached';
import { opensEvents } from './db/seal-former';
import { sourceOf } from './embedded-backups';
import { createPersonalSeal } from './personal-seal';
import { otherSecret, prepareDatabase } from './prepare-database';
import { hasSecrets, loadPersonalKey, loadSecrets } from './secrets';

/*
 * `npm run backup`, `restore`, `drill` and `move`: the embedded database is saved, brought back, that is tried, and it is
 * moved to a server and back (docs/backup.md). Backups and drills work beside a server that runs, and without one.
 */
const usage = `Usage:
  npm run backup -- FOLDER                 copies DATA_DIR with its database into a new folder of FOLDER
  npm run restore -- FOLDER [--to TIME]    restores the newest backup in FOLDER, and the log after it, into DATA_DIR
  npm run drill [-- FOLDER]                restores it beside the product, checks and compares it, and removes it
  npm run move -- --to URL                 copies the embedded database into an empty one on a server, as its owner
  npm run move -- --from URL               the other way round
FOLDER is a backup, a folder of backups, or BACKUP_DIR, which is what a drill takes without one. TIME is like
2026-03-04T09:00:00Z: what was committed later is left out.`;

/** Prints how it went; answers whether it went well. */
type Command = (config: Config, asked: Asked) => Promise<boolean>;

interface Asked {
  folder: string | undefined;
  /** A time, or an address. */
  to: string | undefined;
  from: string | undefined;
}

const megabytes = (bytes: number) => `${(bytes / 1_000_000).toFixed(1)} MB`;
const secondsSince = (begun: number) => `${((Date.now() - begun) / 1_000).toFixed(1)} s`;

async function withEmbedded<T>(config: Config, work: (embedded: Embedded) => Promise<T>): Promise<T> {
  const embedded = await joinEmbedded({
    dataDir: config.dataDir,
    archive: keepsLog(config),
    log: console.error,
  });
  try {
    return await work(embedded);
  } finally {
    await embedded.stop();
  }
}

function requireEmbedded(config: Config): void {
  if (config.databaseUrl === undefined) return;
  throw new BackupError(
    'DATABASE_URL is set: a server of your own is backed up by its own means (docs/backup.md, "A server of your own").',
  );
}

const describeBooks = (books: readonly BookCheckResult[]) =>
  books.map(({ name, holds }) => `${holds ? 'holds ' : 'BROKEN'}  ${name}`);

/** Backups that are elsewhere have no log in the archive, and may have another passphrase. */
const isWithin = (folder: string, archive: string) => `${folder}${sep}`.startsWith(`${archive}${sep}`);

const backup: Command = async (config, { folder }) => {
  if (folder === undefined) throw new BackupError(usage);
  requireEmbedded(config);
  requireOutside(config.dataDir, folder);
  const { folder: archive, passphrase } = config.backups;
  if (archive !== undefined) requireNotInArchive(folder, archive);
  requireDatabase(config.dataDir);
  const begun = Date.now();
  const key = passphrase === undefined ? undefined : await makeKey(passphrase);
  const taken = await withEmbedded(config, (embedded) =>
    untilTold((signal) => takeBackup(sourceOf(config, embedded), folder, key, signal)),
  );
  const { bytes, contentBytes, ended } = taken.about;
  console.log(`Backup ${taken.folder}
${megabytes(contentBytes)} as of ${ended}, ${megabytes(bytes)} on the disk, ${key ? 'encrypted' : 'not encrypted: set BACKUP_PASSPHRASE to have it so'}, in ${secondsSince(begun)}.`);
  return true;
};

function readTime(text: string): Date {
  if (isWithinYears(text) && /(?:Z|[+-]\d\d:?\d\d)$/.test(text)) return new Date(text);
  throw new BackupError(`--to must be a time with its zone, like 2026-03-04T09:00:00Z.\n\n${usage}`);
}

const restore: Command = async (config, { folder, to: until }) => {
  if (folder === undefined) throw new BackupError(usage);
  const to = until === undefined ? undefined : readTime(until);
  requireEmbedded(config);
  const begun = Date.now();
  const { dataDir } = config;
  const { passphrase } = config.backups;
  const restored = await untilTold((signal) =>
    restoreBackup({ from: folder, dataDir, passphrase, to, signal }, verify),
  );
  const { about, folder: from } = restored.backup;
  const { books, totals } = restored.result;
  const lines = [
    `Restored ${from} of ${about.ended} into ${dataDir}, in ${secondsSince(begun)}.`,
    restored.lastCommit
      ? `Its log was replayed up to what was committed at ${restored.lastCommit.toISOString()}.`
      : seriesOf(from) === undefined
        ? 'It was made by hand, and no log comes after it: what was committed later is not there.'
        : 'Nothing was committed in its log after the backup.',
    ...(restored.endsBefore && to
      ? [
          `The log holds nothing later: whatever was committed up to ${to.toISOString()} and had been archived is there.`,
        ]
      : []),
    ...(restored.gap === undefined ? [] : [describeGap(restored.gap)]),
    `${totals.entries} entries of the books, ${totals.events} audit events.`,
    ...(books === null
      ? ['It is of an earlier version: start the product once, and check the books in the console.']
      : describeBooks(books)),
    ...(existsSync(join(dataDir, restoredSecrets))
      ? [
          `The secrets of its environment are in ${join(dataDir, restoredSecrets)}: set them, and delete the file.`,
        ]
      : []),
  ];
  console.log(lines.join('\n'));
  return booksHold(restored.result) && restored.gap === undefined;
};

const drill: Command = async (config, { folder }) => {
  requireEmbedded(config);
  const from = folder ?? config.backups.folder;
  if (from === undefined) throw new BackupError(`Name a folder, or set BACKUP_DIR.\n\n${usage}`);
  requireDatabase(config.dataDir);
  const { dataDir } = config;
  const { folder: archive, passphrase } = config.backups;
  // Before the database is started or asked for anything: with another passphrase its log must stay where it is.
  const series =
    archive !== undefined && isWithin(from, archive)
      ? await openExistingSeries(dataDir, archive, passphrase)
      : undefined;
  const result = await withEmbedded(config, async (embedded): Promise<DrillResult> => {
    if (series) await archiveNow(series, embedded);
    const { checkpointKey } = loadSecrets(config);
    const running = embedded.superuser;
    return untilTold((signal) => runDrill({ dataDir, from, passphrase, checkpointKey, running, signal }));
  });
  console.log(`${result.passed ? 'PASSED' : 'FAILED'} in ${result.seconds.toFixed(1)} s\n${result.report}`);
  return result.passed;
};

/** Milliseconds that a running server has to bring the log into the archive. */
const archivePatience = 60_000;

/** Has all that was written until now in the archive, so that it is drilled as well. */
async function archiveNow(series: Series, embedded: Embedded): Promise<void> {
  const name = await withClient(embedded.superuser, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      'select pg_walfile_name(pg_switch_wal() - 1) as name',
    );
    return rows[0]?.name ?? '';
  });
  for (let waited = 0; waited < archivePatience; waited += 100) {
    if (!embedded.joined) await drainSpool(embedded.folder, series);
    if (await isArchived(series, name)) return;
    await delay(100);
  }
  console.error(
    `The log up to now did not come into ${series.folder} within a minute; the drill goes without it.`,
  );
}

/** Said of a target that holds data; nothing is written over what is there. */
const serverHolds =
  'The target holds data already. Take an empty database: nothing is written over what is there.';
const folderHolds = (dataDir: string, cluster: string) =>
  `${cluster} holds data already, and nothing is written over what is there. Move it aside, and leave what else is in DATA_DIR: ${commandToMoveAside(dataDir, cluster)}`;

const noSecrets =
  'The secrets of the server are not here, and do not move: set its JWT_SECRET, or put its jwt-secret into DATA_DIR (docs/backup.md, "Moving").';

/** Looks at a source on a server before anything is made in the data folder, so that one that is refused leaves nothing. */
async function requireSource(config: Config, address: string): Promise<void> {
  // New ones would be made, which open nothing of what is moved.
  if (!hasSecrets(config) && config.personalDataKey === undefined) throw new BackupError(noSecrets);
  const source = openDatabase(
    { connectionString: address },
    () => {},
    2,
    createPersonalSeal(loadPersonalKey(config)),
  );
  try {
    await requireMigrated(source.pool);
    if (!(await opensEvents(source.pool, source.seal))) throw new BackupError(otherSecret);
  } finally {
    await source.close();
  }
  await withClient({ connectionString: address }, requireAlone);
}

const move: Command = async (config, { to, from }) => {
  const address = to ?? from;
  const isAddress = address !== undefined && /^postgres(?:ql)?:/.test(address) && URL.canParse(address);
  if (!isAddress || (to !== undefined && from !== undefined)) {
    throw new BackupError(`--to or --from must be an address like postgres://owner@host/averin.\n\n${usage}`);
  }
  if (config.databaseUrl !== undefined) {
    throw new BackupError(
      'DATABASE_URL is set, and what is moved is the database of DATA_DIR: run this without DATABASE_URL and DATABASE_OWNER_URL.',
    );
  }
  if (to !== undefined) requireDatabase(config.dataDir);
  await requireReached({ [to === undefined ? '--from' : '--to']: address });
  const isBack = to === undefined;
  let left = notMoved;
  const onMoved = () => {
    left = notChecked(isBack);
  };
  return untilTold(
    (signal) => moveDatabase(config, address, isBack, signal, onMoved),
    () => left,
  );
};

const notMoved = 'nothing was moved: the target is as it was, but for empty tables. Run the command again.';

const nextStart = (isBack: boolean) =>
  isBack
    ? 'Start the product without DATABASE_URL.'
    : 'Start the product with DATABASE_URL and DATABASE_OWNER_URL, and the same JWT_SECRET (docs/backup.md, "Moving").';

const notChecked = (isBack: boolean) =>
  `the books were not checked there; all is moved. ${nextStart(isBack)} The page "Books" of its console checks them.`;

/**
 * Moves the database of the data folder to the server of an address, or back. Told to stop it has the databases end its connections,
 * and fails; `onMoved` is called once it is moved for good.
 */
async function moveDatabase(
  config: Config,
  address: string,
  isBack: boolean,
  signal: AbortSignal,
  onMoved: () => void,
): Promise<boolean> {
  const begun = Date.now();
  if (isBack) await requireSource(config, address);
  signal.throwIfAborted();
  const seal = createPersonalSeal(loadPersonalKey(config));
  const connection = { connectionString: address, application_name: applicationName };
  // Not beside a server: what it wrote meanwhile would be left behind.
  const embedded = await startEmbedded({
    dataDir: config.dataDir,
    archive: keepsLog(config),
    log: console.error,
  });
  const owner = { ...embedded.owner, application_name: applicationName };
  const inFolder = openDatabase(embedded.connection, () => {}, 2, seal);
  const onServer = openDatabase(connection, () => {}, 2, seal);
  let committing = false;
  const end = () => {
    if (committing) return;
    for (const each of [embedded.superuser, connection]) void endConnections(each, applicationName);
  };
  signal.addEventListener('abort', end);
  try {
    signal.throwIfAborted();
    await prepareDatabase({ server: inFolder, owner }, { live: false, reason: undefined });
    signal.throwIfAborted();
    if (!isBack) await migrateDatabase(onServer.pool, seal, { say: console.error });
    signal.throwIfAborted();
    const telling = {
      signal,
      onCommit: () => {
        committing = true;
      },
    };
    const moved = await withClient(connection, async (server) => {
      if (isBack) await requireAlone(server);
      return withClient(owner, (ofFolder) =>
        isBack
          ? moveRows(server, ofFolder, folderHolds(config.dataDir, embedded.folder), telling)
          : moveRows(ofFolder, server, serverHolds, telling),
      );
    });
    onMoved();
    committing = false;
    // The folder may have had another database before: its log is no part of that one's series.
    if (isBack) await endSeries(config.dataDir);
    console.log(
      `Moved ${moved.rows} rows of ${moved.tables} tables, each the same on both sides, in ${secondsSince(begun)}.`,
    );
    signal.throwIfAborted();
    const checked = await createBooks(isBack ? inFolder : onServer, { timeout: checkTimeout }).check();
    console.log([...describeBooks(checked), nextStart(isBack)].join('\n'));
    return checked.every(({ holds }) => holds === true);
  } finally {
    signal.removeEventListener('abort', end);
    await inFolder.close();
    await onServer.close().catch(() => {});
    await embedded.stop();
  }
}

const commands: Readonly<Record<string, Command>> = { backup, restore, drill, move };
/** The options that a command takes. */
const optionsOf: Readonly<Record<string, readonly string[]>> = { restore: ['to'], move: ['to', 'from'] };

function readArguments(): { command: Command; asked: Asked } {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { to: { type: 'string' }, from: { type: 'string' } },
  });
  const [name = '', folder, ...more] = positionals;
  const command = commands[name];
  const unknown = Object.keys(values).some((option) => !optionsOf[name]?.includes(option));
  if (!command || more.length > 0 || unknown) throw new BackupError(usage);
  return {
    command,
    asked: { folder: folder === undefined ? undefined : resolve(folder), to: values.to, from: values.from },
  };
}

function explain(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (error instanceof Error && code.startsWith('ERR_PARSE_ARGS')) return `${error.message}\n\n${usage}`;
  // A file that cannot be read or written, a full disk: the message of the system names it.
  return error instanceof Error && 'syscall' in error && 'path' in error
    ? error.message
    : explainRefused(error);
}

try {
  const { command, asked } = readArguments();
  const done = await command(readSettings(process.env), asked);
  process.exitCode = done ? 0 : 1;
} catch (error) {
  console.error(explain(error));
  process.exitCode = error instanceof ToldToStop ? error.code : 1;
}
