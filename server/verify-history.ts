import { parseArgs } from 'node:util';
import { readSettings } from './config';
import { explainRefused, keepsLog, openConfigured } from './configured-database';
import { openDatabase } from './db/client';
import { requireDatabase } from './db/embedded/folders';
import { joinEmbedded } from './db/embedded/start-embedded';
import { requireMigrated } from './db/migrate';
import { requireReached } from './db/require-reached';
import {
  type CheckpointVerifier,
  createCheckpointKey,
  createVerifier,
  readCheckpoint,
  type SignedCheckpoint,
} from './history/checkpoint';
import { readNewestCheckpoint } from './history/newest';
import { checkpointFile, readCheckpointFile } from './history/publish';
import { readPool } from './history/reader';
import { type Verified, verifyHistory } from './history/verify';
import { hasSecrets, loadSecrets, noSecrets } from './secrets';

/*
 * `npm run verify`: holds all rows against the sealed history (docs/ledger.md, "Checking"), of the database of a running
 * server, of a copy or of a dump that was restored. Changes nothing. Exits with 0 when all is as it was sealed, with 1 when
 * something is not, which it names, and with 2 when it could not look.
 */
const usage = `Usage: npm run verify -- [--database URL | --data FOLDER] [--from FILE]... [--copy] [--key KEY]...
  --database  postgres://... ; otherwise what DATABASE_URL says
  --data      the data folder of an embedded database, whether its server runs or not; otherwise DATA_DIR
  --from      checkpoints from elsewhere, each of which the history must extend; those of the data folder are always taken
  --copy      the database is a copy of an earlier moment: checkpoints that were signed after its last one are left out
  --key       the public key of the history, when the secrets of the server are not here`;

/** What was asked for cannot be done; the message is for people. */
class NotDone extends Error {}

function readArguments() {
  try {
    const { values } = parseArgs({
      options: {
        database: { type: 'string' },
        data: { type: 'string' },
        from: { type: 'string', multiple: true, default: [] },
        copy: { type: 'boolean', default: false },
        key: { type: 'string', multiple: true, default: [] },
      },
    });
    if (values.database !== undefined && values.data !== undefined) throw new NotDone(usage);
    return values;
  } catch (error) {
    if (error instanceof NotDone) throw error;
    throw new NotDone(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`);
  }
}

type Asked = ReturnType<typeof readArguments>;

const say = (error: Error) => console.error(`Database: ${error.message}`);

/** The database that is meant, with what is known about its server here. */
async function open({ database: url, data, key }: Asked) {
  const config = readSettings({
    ...process.env,
    // It is the database that was named, whatever the server has.
    ...((url ?? data) !== undefined && {
      DATABASE_POOLER: '',
      DATABASE_DIRECT_URL: '',
      DATABASE_READ_URL: '',
    }),
    // Backups are of an embedded one.
    ...(url !== undefined && { DATABASE_URL: url, BACKUP_DIR: '', DRILL_EVERY: '' }),
    ...(data !== undefined && { DATA_DIR: data, DATABASE_URL: '', DATABASE_OWNER_URL: '' }),
  });
  const { databaseUrl, dataDir } = config;
  const named = url === undefined ? 'DATABASE_URL' : '--database';
  if (databaseUrl === undefined) requireDatabase(dataDir, 'name one with --data or --database');
  // Of another server's database the data folder here says nothing.
  const known: { dataDir?: string } = url !== undefined && key.length > 0 ? {} : { dataDir };
  if (key.length === 0) {
    if (!hasSecrets(config)) throw new NotDone(`${noSecrets}, or --key`);
    const { database, close } = await openConfigured(config, { join: true, named });
    const own = createCheckpointKey(loadSecrets(config).checkpointKey);
    return { database, close, ...known, own };
  }
  if (databaseUrl !== undefined) {
    const { databaseDirectUrl: direct } = config;
    await requireReached(direct === undefined ? { [named]: databaseUrl } : { DATABASE_DIRECT_URL: direct });
    const database = openDatabase({ connectionString: direct ?? databaseUrl }, say);
    return { database, close: database.close, ...known };
  }
  const embedded = await joinEmbedded({ dataDir, archive: keepsLog(config), log: console.error });
  const database = openDatabase(embedded.connection, say);
  const close = async () => {
    await database.close();
    await embedded.stop();
  };
  return { database, close, ...known };
}

/** The checkpoints of a file, which must be there unless it `mayLack`. */
async function* readFile(path: string, mayLack = false): AsyncGenerator<SignedCheckpoint> {
  try {
    yield* readCheckpointFile(path);
  } catch (error) {
    if (mayLack && error instanceof Error && 'code' in error && error.code === 'ENOENT') return;
    throw new NotDone(`${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function givenVerifier(key: string): CheckpointVerifier {
  const verifier = createVerifier(key);
  if (!verifier) throw new NotDone(`--key: ${key} is no public key of a history`);
  return verifier;
}

/** Checkpoints of files; those of the data folder may not be there yet. */
async function* checkpointsOf({ from }: Asked, dataDir?: string): AsyncGenerator<SignedCheckpoint> {
  for (const path of from) {
    let holds = false;
    for await (const one of readFile(path)) {
      holds = true;
      yield one;
    }
    if (!holds) throw new NotDone(`${path} holds no checkpoint`);
  }
  if (dataDir !== undefined) yield* readFile(checkpointFile(dataDir), true);
}

/** A line that is written over, where somebody watches. */
function progress(done: number, total: number): void {
  if (process.stderr.isTTY) process.stderr.write(`\r${done} of ${total} leaves`);
}

function report(
  { size, checkpoint, finding }: Verified,
  keys: readonly string[],
  { extended, later }: { extended: number; later: number },
): string {
  if (finding) return `NOT AS IT WAS SEALED: ${finding.message}`;
  if (!checkpoint) return 'Nothing is sealed yet.';
  return [
    `All ${size} leaves are as they were sealed; the last ones ${checkpoint.sealedAt.toISOString()}.`,
    `The history extends all ${extended} checkpoints that were given${later > 0 ? `, without the ${later} that were signed after it` : ''}.`,
    `Root ${checkpoint.root.toString('base64')} of ${checkpoint.origin}, signed by`,
    ...keys,
  ].join('\n');
}

async function run(): Promise<boolean> {
  const asked = readArguments();
  const { database, close, ...known } = await open(asked);
  try {
    await requireMigrated(database.pool);
    const newest = await readNewestCheckpoint(database.db);
    const origin = newest && readCheckpoint(newest.note)?.origin;
    const own = 'own' in known && origin !== undefined ? known.own?.verifierKey(origin) : undefined;
    const verifiers = [...asked.key, ...(own === undefined ? [] : [own])].map(givenVerifier);
    const size = newest?.size ?? 0;
    const counts = { extended: 0, later: 0 };
    async function* earlier() {
      for await (const one of checkpointsOf(asked, known.dataDir)) {
        const later = asked.copy && one.checkpoint.size > size;
        counts[later ? 'later' : 'extended'] += 1;
        if (!later) yield one;
      }
    }
    const verified = await verifyHistory(readPool(database.pool), {
      verifiers,
      earlier: earlier(),
      progress,
    });
    if (process.stderr.isTTY) process.stderr.write('\r');
    const keys = verifiers.map(({ key }) => key);
    const line = report(verified, keys, counts);
    if (verified.finding) console.error(line);
    else console.log(line);
    return verified.finding === undefined;
  } finally {
    await close();
  }
}

try {
  process.exitCode = (await run()) ? 0 : 1;
} catch (error) {
  console.error(error instanceof NotDone ? error.message : explainRefused(error));
  process.exitCode = 2;
}
