import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { mkdir, readdir, readFile, realpath, rm, rmdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { json } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { extract as startExtract } from 'tar-stream';
import { noteDatabase, ownerFile } from '../db/embedded/folders';
import { EndsBefore, handOver, type Recovered, recoverEmbedded } from '../db/embedded/recover';
import type { RunAs } from '../db/embedded/run-as';
import { locate, requireNoDatabase, unfinishedRestore } from '../db/embedded/start-embedded';
import { isAhead } from '../due';
import { makeFolder } from '../make-folder';
import { shellWord } from '../shell-word';
import { BackupError } from './backup-error';
import { type BackupKey, decrypted, keyFile, requireKey } from './key';
import { goesOnAfter, openLog } from './log-archive';
import { environmentSecrets, type Manifest, manifestFile, manifestSchema } from './manifest';
import { exists, type FoundBackup, findBackups, restoredSecrets, seriesOf, sync, thisSystem } from './places';
import { byAge } from './prune';
import { findOwners, isOwn, type OwnedBackup, type Owner, requireOneSite } from './site';
import { withClient } from './with-client';

export interface Restore {
  /** A backup, a folder of backups, or `BACKUP_DIR`. */
  from: string;
  /** The folder to restore into: not there, or empty. */
  dataDir: string;
  passphrase?: string | undefined;
  /** The newest moment that is taken; everything there is if not given. */
  to?: Date | undefined;
  signal?: AbortSignal | undefined;
}

export interface Restored<T> {
  backup: FoundBackup;
  /** Of the last thing that was committed; none where nothing was since the backup. */
  lastCommit: Date | null;
  /** Whether the log ends before the time that was asked for. */
  endsBefore: boolean;
  /** The file that its log lacks though it has later ones; what was committed from there on is not restored. */
  gap: string | undefined;
  result: T;
}

/** What is said of a log with a hole. */
export const describeGap = (file: string) =>
  `The log lacks the file ${file} and has later ones: what was committed from there on could not be restored.`;

/**
 * Restores a backup and the log after it into a folder, and does `work` with the database before it counts as restored.
 * Nothing of it can be started before, and when it fails nothing is left. Throws {@link BackupError} or EmbeddedError.
 */
export async function restoreBackup<T>(
  wanted: Restore,
  work: (recovered: Recovered) => Promise<T>,
): Promise<Restored<T>> {
  const { dataDir, to, signal } = wanted;
  const backup = await chooseBackup(wanted);
  await requireEmpty(dataDir);
  await requireNoDatabase(dataDir);
  const existed = existsSync(dataDir);
  makeFolder(dataDir);
  const mark = join(dataDir, unfinishedRestore);
  await writeFile(mark, `${backup.folder}\n`, { flag: 'wx', mode: 0o600, flush: true });
  await sync(dataDir);
  const { cluster } = await locate(dataDir);
  try {
    const key = await keyOf(backup.folder, wanted.passphrase);
    await unpack(backup, key, { cluster: cluster.folder, dataDir, runAs: cluster.runAs }, signal);
    const series = seriesOf(backup.folder);
    const archived =
      series === undefined ? undefined : await openLog({ folder: series, ...(key && { key }) });
    const fetchLog = async (name: string) => archived?.read(name);
    const finish = async (recovered: Recovered) => ({
      lastCommit: await readLastCommit(recovered),
      result: await work(recovered),
    });
    let endsBefore = false;
    const recovered = await recoverEmbedded(dataDir, { fetchLog, to, signal }, finish).catch(
      (error: unknown) => {
        if (!(error instanceof EndsBefore)) throw error;
        // The log may just hold nothing that came after: then all of it is what was there at that time.
        endsBefore = true;
        return recoverEmbedded(dataDir, { fetchLog, signal }, finish);
      },
    );
    noteDatabase(dataDir, cluster.folder, cluster.runAs);
    await rm(mark);
    await sync(dataDir);
    return { backup, endsBefore, gap: archived?.gap(), ...recovered };
  } catch (error) {
    await takeBack(dataDir, cluster.folder, existed);
    throw error;
  }
}

/**
 * Removes what was made in a data folder that was empty, its database wherever that is, and the folder unless it was there. Only
 * for one that {@link requireNoDatabase} has let through.
 */
export async function takeBack(dataDir: string, cluster: string, existed: boolean): Promise<void> {
  const base = dirname(cluster);
  if (base !== (await realpath(dataDir))) {
    for (const made of [cluster, join(base, 'socket')]) await rm(made, { recursive: true, force: true });
    // What else is in it somebody has put there, such as a database that was moved aside.
    const left = existsSync(base) ? await readdir(base) : [];
    if (left.every((name) => name === ownerFile)) await rm(join(base, ownerFile), { force: true });
    await rmdir(base).catch(() => {});
  }
  await emptyFolder(dataDir);
  if (!existed) await rm(dataDir, { recursive: true, force: true });
}

async function emptyFolder(folder: string): Promise<void> {
  for (const name of await readdir(folder)) await rm(join(folder, name), { recursive: true, force: true });
}

async function requireEmpty(dataDir: string): Promise<void> {
  if (!existsSync(dataDir) || (await readdir(dataDir)).length === 0) return;
  const unfinished = existsSync(join(dataDir, unfinishedRestore));
  throw new BackupError(
    unfinished
      ? `${dataDir} holds a restore that did not end. Delete the folder, and restore again: rm -r ${shellWord(dataDir)}`
      : `${dataDir} is not empty, and nothing is restored over what is there. Stop the product and move it aside: mv ${shellWord(dataDir)} ${shellWord(`${dataDir}.before`)}`,
  );
}

/**
 * The newest backup that a restore can begin with: of the owner's if one is given and has any, else of its site. Where a
 * folder holds those of several sites and none is the owner's they are refused; so are, where no owner is given, those of which
 * this machine's clock cannot tell which is the newest. With a passphrase those that are not encrypted
 * are none, and where one by hand is the newest a series whose log goes on after it brings more.
 */
export async function chooseBackup(
  { from, passphrase, to }: Pick<Restore, 'from' | 'passphrase' | 'to'>,
  owner?: Owner,
): Promise<FoundBackup> {
  const damaged: string[] = [];
  const all = await findOwners(await findBackups(from, ({ message }) => damaged.push(message)), passphrase);
  const trusted = passphrase === undefined ? all : await onlyEncrypted(all);
  const ofOwner = (is: (each: OwnedBackup, owner: Owner) => boolean) =>
    owner === undefined ? [] : trusted.filter((each) => is(each, owner));
  const choices = [ofOwner(isOwn), ofOwner(({ site }, { site: wanted }) => site === wanted)];
  const found = choices.find((some) => some.length > 0) ?? trusted;
  requireOneSite(from, found);
  const isEarly = ({ about }: FoundBackup) => to === undefined || new Date(about.ended) <= to;
  const early = found.filter(isEarly);
  if (owner === undefined) requireClock(early, new Date());
  const backup = await reachingFurthest(byAge(early));
  if (!backup) {
    const open = byAge(all.filter((each) => isEarly(each) && !trusted.includes(each))).at(-1);
    if (open) throw notEncrypted(open.folder);
    const first = found[0];
    const why = first
      ? `The oldest backup in ${from} is of ${first.about.ended}: nothing before can be restored.`
      : `There is no whole backup in ${from}.`;
    throw new BackupError([why, ...damaged].join('\n'));
  }
  if (backup.about.system !== thisSystem) {
    throw new BackupError(
      `${backup.folder} is of a ${backup.about.system}, and this is a ${thisSystem}: restore it on a machine of its kind, and bring it here by npm run move.`,
    );
  }
  return backup;
}

/**
 * Throws {@link BackupError} where it depends on the clock of this machine which backup is the newest: either it is slow, or that
 * of a backup was ahead.
 */
function requireClock(backups: readonly FoundBackup[], now: Date): void {
  const isOdd = ({ about }: FoundBackup) => isAhead(new Date(about.ended), now.getTime());
  const [ahead, past] = [backups.findLast(isOdd), backups.findLast((backup) => !isOdd(backup))];
  if (!ahead || !past) return;
  throw new BackupError(
    [
      `It cannot be told which backup is the newest. The clock of this machine says ${now.toISOString()}, and one of these is of a later time:`,
      ...[past, ahead].map(({ folder, about }) => `- ${folder}: of ${about.ended}`),
      'Where this clock is slow, set it, and restore again. Otherwise that of the backup was ahead: name one of these folders instead.',
    ].join('\n'),
  );
}

async function onlyEncrypted(backups: readonly OwnedBackup[]): Promise<OwnedBackup[]> {
  const checked = await Promise.all(
    backups.map(async (backup) => ((await exists(join(backup.folder, keyFile))) ? [backup] : [])),
  );
  return checked.flat();
}

/** Of backups by their age the last one, or that of a series whose log holds what was written after it. */
async function reachingFurthest(backups: readonly FoundBackup[]): Promise<FoundBackup | undefined> {
  const newest = backups.at(-1);
  if (newest === undefined || seriesOf(newest.folder) !== undefined) return newest;
  for (const backup of backups.toReversed()) {
    const folder = seriesOf(backup.folder);
    if (folder !== undefined && (await goesOnAfter({ folder }, newest.about))) return backup;
  }
  return newest;
}

const notEncrypted = (folder: string) =>
  new BackupError(
    `${folder} is not encrypted, and whoever can write there may have made it to run programs here: unset BACKUP_PASSPHRASE to take it all the same.`,
  );

/** Who can write where backups lie makes none that the passphrase opens, so that with one nothing else is taken. */
async function keyOf(folder: string, passphrase: string | undefined): Promise<BackupKey | undefined> {
  const path = join(folder, keyFile);
  if (await exists(path)) return requireKey(await readFile(path), passphrase, folder);
  if (passphrase !== undefined) throw notEncrypted(folder);
  return undefined;
}

interface Target {
  cluster: string;
  dataDir: string;
  runAs: RunAs;
}

/** Where a file of a backup goes; `undefined` for a name that no backup of ours has. */
function targetOf(name: string, { cluster, dataDir }: Target): string | undefined {
  if (name.split('/').includes('..')) return undefined;
  if (name.startsWith('postgres/')) return join(cluster, name.slice('postgres/'.length));
  if (name.startsWith('data/')) return join(dataDir, name.slice('data/'.length));
  return name === environmentSecrets ? join(dataDir, restoredSecrets) : undefined;
}

/** Writes the files of a backup, each held against its checksum. Throws {@link BackupError} when one is not right. */
async function unpack(
  { folder, about }: FoundBackup,
  key: BackupKey | undefined,
  target: Target,
  signal: AbortSignal | undefined,
): Promise<void> {
  const path = join(folder, about.file);
  const stored = createHash('sha256');
  const found: Manifest['files'] = {};
  let manifest: Manifest | undefined;
  async function* counted() {
    for await (const chunk of createReadStream(path)) {
      stored.update(chunk);
      yield chunk;
    }
  }
  const extract = startExtract();
  const reading = pipeline(
    counted,
    (bytes: AsyncIterable<Uint8Array>) => (key ? decrypted(bytes, key) : bytes),
    createGunzip(),
    extract,
    { ...(signal && { signal }) },
  );
  const writing = (async () => {
    for await (const entry of extract) {
      const { name, type } = entry.header;
      if (name === manifestFile) manifest = manifestSchema.parse(await json(Readable.from(entry)));
      else if (type === 'directory') {
        const to = targetOf(name, target);
        if (to === undefined) throw new Error(name);
        await mkdir(to, { recursive: true, mode: 0o700 });
        await handOver(to, target.runAs);
        entry.resume();
      } else found[name] = await unpackFile(Readable.from(entry), name, target);
    }
  })();
  const [read, written] = await Promise.allSettled([reading, writing]);
  signal?.throwIfAborted();
  for (const { reason } of [read, written].filter((each) => each.status === 'rejected')) {
    if (isOfDisk(reason)) throw reason;
  }
  const whole =
    read.status === 'fulfilled' &&
    written.status === 'fulfilled' &&
    stored.digest('hex') === about.sha256 &&
    manifest !== undefined &&
    isSame(manifest.files, found);
  if (!whole) throw new BackupError(`${path} is damaged: its checksums are not those of its content.`);
}

const isOfDisk = (error: unknown) =>
  error instanceof Error &&
  'code' in error &&
  /^E(NOSPC|ACCES|IO|ROFS|NOENT|PERM|DQUOT)$/.test(String(error.code));

async function unpackFile(
  entry: AsyncIterable<Uint8Array>,
  name: string,
  target: Target,
): Promise<{ bytes: number; sha256: string }> {
  const to = targetOf(name, target);
  if (to === undefined) throw new Error(name);
  const sha256 = createHash('sha256');
  let bytes = 0;
  await mkdir(dirname(to), { recursive: true, mode: 0o700 });
  await pipeline(
    async function* () {
      for await (const chunk of entry) {
        sha256.update(chunk);
        bytes += chunk.length;
        yield chunk;
      }
    },
    createWriteStream(to, {
      // A backup of a former version may have brought the file of an earlier restore with it.
      flags: name === environmentSecrets ? 'w' : 'wx',
      mode: 0o600,
      flush: name === 'data/jwt-secret',
    }),
  );
  if (name.startsWith('postgres/')) await handOver(to, target.runAs);
  return { bytes, sha256: sha256.digest('hex') };
}

function isSame(listed: Manifest['files'], found: Manifest['files']): boolean {
  const names = Object.keys(listed);
  return (
    names.length === Object.keys(found).length &&
    names.every((name) => {
      const [one, other] = [listed[name], found[name]];
      return one !== undefined && one.bytes === other?.bytes && one.sha256 === other.sha256;
    })
  );
}

async function readLastCommit({ superuser }: Recovered): Promise<Date | null> {
  return withClient(superuser, async (client) => {
    const { rows } = await client.query<{ at: Date | null }>('select pg_last_xact_replay_timestamp() as at');
    return rows[0]?.at ?? null;
  });
}
