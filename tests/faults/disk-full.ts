import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { mountDisk, unmountDisk } from '../../scripts/cluster/disk';
import { superuser } from '../../server/db/embedded/cluster';
import { exhaustLog, fillUp } from './disk';
import { Examiner, shorten } from './examine';
import { examineHistory, startLoad } from './load';
import type { Outcome } from './outcome';
import { probeWrites } from './probes';
import { readUserId, signIn, signUp, textInDevMailbox } from './requests';
import { adminSignIn, type Victim } from './victim';

const accounts = 2;
/** Clients of one account. */
const each = 4;
/** Bytes of the disk: enough for a new database, and a few files of its log. */
const size = 512 * 1024 ** 2;
/** Milliseconds of load before the disk is full, and for which it stays so. */
const before = 3_000;
const during = 15_000;

/**
 * Fills the disk with the product's data folder under load, so that its PostgreSQL ends for want of room, and makes room again:
 * clients may see 503 alone, the product must come back by itself, and nothing acknowledged may be lost.
 */
export async function playDiskFull(victim: Victim, seed: number): Promise<Outcome> {
  const { dataDir } = victim;
  if (!mountDisk(dataDir, size)) {
    console.log('disk: was not filled, which needs the right to mount a small one');
    return { passed: 0, failures: [] };
  }
  const connection = { host: join(dataDir, 'socket'), user: superuser, database: 'postgres' };
  const pool = new pg.Pool({ ...connection, max: 1 });
  pool.on('error', () => {});
  try {
    await victim.start();
    const { address } = victim;
    const textOf = (email: string) => textInDevMailbox(address, email);
    const load = await startLoad({ address, seed, accounts, each, textOf });
    const probed = await readUserId(address, await signUp(address, 'probe@example.com', textOf));
    const probes = probeWrites(address, await signIn(address, adminSignIn), probed);
    const examiner = new Examiner(pool, dataDir);
    await delay(before);
    await examiner.hold();
    const promised = load.acknowledged;
    const filler = join(dataDir, 'filler');
    fillUp(filler);
    await exhaustLog(connection);
    await delay(during);
    const refused = probes.refused;
    rmSync(filler);
    const begun = performance.now();
    await probes.untilSuccess();
    const back = performance.now() - begun;
    const afterwards = await examiner.examine(promised);
    const unexplained = await examineHistory(load);
    await probes.stop();
    const problems = [
      ...(refused === 0 ? ['no write was refused: the disk was not full'] : []),
      ...afterwards,
      ...unexplained,
      ...(await examiner.examine(load.acknowledged)),
      ...load.mistakes,
      ...probes.mistakes,
    ];
    console.log(
      `disk: full for ${during / 1_000} s, ${refused} of the probes answered 503; written again ${Math.round(back)} ms after there was room`,
    );
    return problems.length === 0
      ? { passed: 1, failures: [] }
      : { passed: 0, failures: [`disk: ${shorten(problems)}`] };
  } finally {
    await pool.end();
    await victim.stop();
    victim.destroy();
    unmountDisk(dataDir);
  }
}
