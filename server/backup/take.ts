import { createHash, randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type pg from 'pg';
import { type Pack, pack as startPack } from 'tar-stream';
import { sqlState } from '../errors/failures';
import { makeFolder } from '../make-folder';
import { BackupError } from './backup-error';
import { type BackupKey, encrypted, keyFile } from './key';
import { environmentSecrets, type Manifest, manifestFile } from './manifest';
import { firstPage, isDamaged, pageSize } from './page-checksum';
import { ownPart, removeAbandoned } from './parts';
import {
  type About,
  aboutFile,
  exists,
  type FoundBackup,
  requireOutside,
  restoredSecrets,
  sync,
  thisSystem,
  wrapAbout,
} from './places';
import { segmentsBetween } from './segments';
import { originOf, readSite } from './site';
import { withClient } from './with-client';

/** A running embedded database, and the folder that it is in. */
export interface Source {
  dataDir: string;
  /** PostgreSQL's own data folder. */
  folder: string;
  superuser: pg.ClientConfig;
  /** PostgreSQL's major version. */
  postgres: string;
  /** What belongs to the data but is in the environment; kept in encrypted backups alone. */
  secrets: Readonly<Record<string, string>>;
}

/** Folders of PostgreSQL whose content is made anew, or goes another way. */
const emptied = new Set(
  'pg_dynshmem pg_notify pg_serial pg_snapshots pg_stat_tmp pg_subtrans pg_wal pg_replslot log'.split(' '),
);
/** Files and folders of PostgreSQL that belong to the running server alone. */
const notCopied =
  /^(postmaster\.(pid|opts)|pg_internal\.init.*|pgsql_tmp.*|backup_label.*|tablespace_map.*|backup_manifest|current_logfiles.*|.*\.signal|postgresql\.conf\..*|startup\.log|log_spool|log_exchange)$/;
/** What the data folder holds besides what belongs to it as a whole: also a database that is half made, or was moved aside. */
const notOfData = /^(postgres(\..*)?|socket|postgres-is-elsewhere\.txt|backup-.*\.json|backup-series)$/;
/** Neither do secrets of an environment that a restore has left there: an unencrypted backup would hold them. */
const isOfData = (name: string) => !notOfData.test(name) && name !== restoredSecrets;

/** Bytes read at a time: whole pages. */
const chunkSize = 32 * pageSize;

/**
 * Copies a running database with the rest of its data folder into a new folder of `place`, named after the moment: written
 * under another name, and renamed when it is whole and on the disk. Throws {@link BackupError} when a page is damaged. The
 * signal ends it, and leaves nothing.
 */
export async function takeBackup(
  source: Source,
  place: string,
  key?: BackupKey,
  signal?: AbortSignal,
): Promise<FoundBackup> {
  requireOutside(source.dataDir, place);
  const begun = new Date();
  const folder = join(resolve(place), begun.toISOString().replaceAll(':', '-'));
  const part = `${folder}${ownPart}`;
  if (!(await exists(place))) makeFolder(place);
  await removeAbandoned(place, 'backup');
  await mkdir(part, { mode: 0o700 });
  try {
    const about = await writeBackup(source, part, begun, key, signal);
    if (key) await writeFile(join(part, keyFile), key.sealed, { mode: 0o600, flush: true });
    await writeFile(join(part, aboutFile), wrapAbout(about), { mode: 0o600, flush: true });
    await sync(part);
    await rename(part, folder);
    await sync(dirname(folder));
    return { folder, about };
  } catch (error) {
    await rm(part, { recursive: true, force: true });
    throw error;
  }
}

async function writeBackup(
  source: Source,
  part: string,
  begun: Date,
  key: BackupKey | undefined,
  signal: AbortSignal | undefined,
): Promise<About> {
  const file = key ? 'backup.tar.gz.age' : 'backup.tar.gz';
  const pack = startPack();
  const sha256 = createHash('sha256');
  let bytes = 0;
  async function* counted(stored: AsyncIterable<Uint8Array>) {
    for await (const chunk of stored) {
      sha256.update(chunk);
      bytes += chunk.length;
      yield chunk;
    }
  }
  const writing = pipeline(
    pack,
    createGzip({ level: 1 }),
    (zipped: AsyncIterable<Uint8Array>) => (key ? encrypted(zipped, key) : zipped),
    counted,
    createWriteStream(join(part, file), { flags: 'wx', mode: 0o600, flush: true }),
    { ...(signal && { signal }) },
  );
  const content = fill(pack, source, key !== undefined).catch((error: Error) => {
    pack.destroy(error);
    throw error;
  });
  const [written, filled] = await Promise.allSettled([writing, content]);
  // A disk that is full or gone ends the writing, and with it the filling; a damaged page the other way round.
  if (written.status === 'rejected' && 'syscall' in Object(written.reason)) throw written.reason;
  if (filled.status === 'rejected') throw filled.reason;
  if (written.status === 'rejected') throw written.reason;
  const { firstLog, contentBytes, ended } = filled.value;
  return {
    format: 1,
    begun: begun.toISOString(),
    ended: ended.toISOString(),
    postgres: source.postgres,
    system: thisSystem,
    firstLog,
    file,
    bytes,
    sha256: sha256.digest('hex'),
    contentBytes,
    site: await readSite(source.folder),
    origin: originOf(source.dataDir),
  };
}

interface Copied {
  firstLog: string;
  contentBytes: number;
  ended: Date;
}

function fill(pack: Pack, source: Source, withSecrets: boolean): Promise<Copied> {
  return withClient(source.superuser, async (client) => {
    // A database that is stopped meanwhile ends the copying.
    let copied = false;
    client.on('end', () => {
      if (!copied) pack.destroy(new BackupError('The database was stopped during the backup.'));
    });
    const manifest: Manifest = { files: {} };
    const add = (name: string, content: Buffer | FileHandle, begin?: bigint) =>
      addFile(pack, manifest, name, content, begin);
    await requireOneFolder(source.folder);
    // First: what was published of the history must not be ahead of the database that comes with it.
    await addData(source.dataDir, '', add);
    // Keeps the files of the log that are written meanwhile, until the connection ends.
    const slot = `averin_backup_${process.pid}_${randomBytes(4).toString('hex')}`;
    await client.query('select pg_create_physical_replication_slot($1, true, true)', [slot]);
    const { rows: begins } = await client.query<{ lsn: string; log: string; bytes: string }>(
      `select lsn, pg_walfile_name(lsn) as log, lsn - '0/0' as bytes from pg_backup_start('averin', fast => true) as lsn`,
    );
    const [begin] = begins;
    if (!begin) throw new BackupError('The database did not begin the backup.');
    await addFolder(source.folder, '', BigInt(begin.bytes), add, pack);
    const { rows: ends } = await client.query<{ label: string; log: string; ended: Date }>(
      `select labelfile as label, pg_walfile_name(lsn - 1) as log, clock_timestamp() as ended
       from pg_backup_stop(wait_for_archive => false)`,
    );
    const [end] = ends;
    if (!end) throw new BackupError('The database did not end the backup.');
    await add('postgres/backup_label', Buffer.from(end.label));
    await addLog(source.folder, begin.log, end.log, add);
    if (withSecrets) {
      const lines = Object.entries(source.secrets).map(([name, value]) => `${name}=${value}\n`);
      if (lines.length > 0) await add(environmentSecrets, Buffer.from(lines.join('')));
    }
    await addEntry(pack, manifestFile, Buffer.from(JSON.stringify(manifest)));
    pack.finalize();
    const sizes = Object.values(manifest.files).map(({ bytes }) => bytes);
    copied = true;
    return {
      firstLog: begin.log,
      contentBytes: sizes.reduce((all, size) => all + size, 0),
      ended: end.ended,
    };
  });
}

type Add = (name: string, content: Buffer | FileHandle, begin?: bigint) => Promise<void>;

async function requireOneFolder(folder: string): Promise<void> {
  if ((await readdir(join(folder, 'pg_tblspc'))).length === 0) return;
  throw new BackupError(
    'The database has tablespaces of its own, which are outside its folder: back it up by other means.',
  );
}

/** Adds what is in a folder of PostgreSQL while it runs: what vanishes meanwhile was dropped, and the log says so too. */
async function addFolder(folder: string, path: string, begin: bigint, add: Add, pack: Pack): Promise<void> {
  await addEntry(pack, `postgres/${path}`);
  for (const entry of await readdir(join(folder, path), { withFileTypes: true })) {
    const inner = path + entry.name;
    if (notCopied.test(entry.name)) continue;
    if (entry.isDirectory()) {
      if (path === '' && emptied.has(entry.name)) await addEntry(pack, `postgres/${inner}/`);
      else await addFolder(folder, `${inner}/`, begin, add, pack);
    } else if (inner === 'global/pg_control') {
      await add(`postgres/${inner}`, await readSteady(join(folder, inner)));
    } else {
      await withFile(join(folder, inner), (file) => add(`postgres/${inner}`, file, begin));
    }
  }
}

/** Reads a small file that the server may be writing at this moment. */
async function readSteady(path: string): Promise<Buffer> {
  const read = () => withFile(path, (file) => file.readFile());
  for (let before = await read(); ; ) {
    const now = await read();
    if (!now) throw new BackupError(`${path} is not there.`);
    if (before?.equals(now)) return now;
    before = now;
  }
}

async function withFile<T>(path: string, use: (file: FileHandle) => Promise<T>): Promise<T | undefined> {
  let file: FileHandle;
  try {
    file = await open(path, 'r');
  } catch (error) {
    if (sqlState(error) === 'ENOENT') return undefined;
    throw error;
  }
  try {
    return await use(file);
  } finally {
    await file.close();
  }
}

/** Adds the files of the log that bring the copy to a moment at which it is whole. */
async function addLog(folder: string, first: string, last: string, add: Add): Promise<void> {
  for (const name of segmentsBetween(first, last)) {
    const found = await withFile(join(folder, 'pg_wal', name), async (file) => {
      await add(`postgres/pg_wal/${name}`, file);
      return true;
    });
    if (!found) throw new BackupError(`The log of the database lacks ${name}.`);
  }
}

/** Adds what else is in the data folder: generated secrets, mail in files. */
async function addData(dataDir: string, path: string, add: Add): Promise<void> {
  for (const entry of await readdir(join(dataDir, path), { withFileTypes: true })) {
    if (path === '' && !isOfData(entry.name)) continue;
    const inner = path + entry.name;
    if (entry.isDirectory()) await addData(dataDir, `${inner}/`, add);
    else if (entry.isFile()) await withFile(join(dataDir, inner), (file) => add(`data/${inner}`, file));
  }
}

async function addEntry(pack: Pack, name: string, content?: Buffer): Promise<void> {
  await new Promise<void>((done, failed) => {
    const ended = (error?: Error | null) => (error ? failed(error) : done());
    if (content) pack.entry({ name, mode: 0o600 }, content, ended);
    else pack.entry({ name, mode: 0o700, type: 'directory' }, ended);
  });
}

async function addFile(
  pack: Pack,
  manifest: Manifest,
  name: string,
  content: Buffer | FileHandle,
  begin: bigint | undefined,
): Promise<void> {
  const size = Buffer.isBuffer(content) ? content.length : (await content.stat()).size;
  const sha256 = createHash('sha256');
  async function* chunks() {
    for await (const chunk of Buffer.isBuffer(content) ? [content] : readChunks(content, size, name, begin)) {
      sha256.update(chunk);
      yield chunk;
    }
  }
  await pipeline(chunks, pack.entry({ name, size, mode: 0o600 }));
  manifest.files[name] = { bytes: size, sha256: sha256.digest('hex') };
}

/** Just so many bytes of a file; one that has become shorter ends with zeros, and the log says what was there. */
async function* readChunks(file: FileHandle, size: number, name: string, begin: bigint | undefined) {
  const first = begin === undefined ? undefined : firstPage(name.replace('postgres/', ''));
  for (let at = 0; at < size; at += chunkSize) {
    const chunk = Buffer.alloc(Math.min(chunkSize, size - at));
    await file.read(chunk, 0, chunk.length, at);
    if (first !== undefined && begin !== undefined) {
      for (let page = 0; page + pageSize <= chunk.length; page += pageSize) {
        const block = first + (at + page) / pageSize;
        await checkPage(file, chunk.subarray(page, page + pageSize), at + page, block, name, begin);
      }
    }
    yield chunk;
  }
}

async function checkPage(
  file: FileHandle,
  page: Buffer,
  at: number,
  block: number,
  name: string,
  begin: bigint,
): Promise<void> {
  if (!isDamaged(page, block, begin)) return;
  // It may have been read while it was being written.
  await file.read(page, 0, page.length, at);
  if (!isDamaged(page, block, begin)) return;
  throw new BackupError(
    `Page ${block} of ${name} is damaged on the disk: its checksum is wrong. Restore the newest backup (npm run restore), and look after the disk.`,
  );
}
