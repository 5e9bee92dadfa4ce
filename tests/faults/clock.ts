import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { superuser } from '../../server/db/embedded/cluster';
import { patient } from '../support/patience';
import { smtpEnvironment, startSmtp } from '../support/smtp';
import { Examiner, shorten } from './examine';
import { examineHistory, startLoad } from './load';
import type { Outcome } from './outcome';
import { send, signIn, signUp } from './requests';
import { adminSignIn, type Victim } from './victim';

const accounts = 2;
/** Clients of one account. */
const each = 4;
/** What the clock is set to, in seconds beside the right time: forward by an hour, back by two, right again. */
const settings = ['+3600', '-3600', '+0'] as const;
/** Milliseconds of load with each. */
const loadTime = 5_000;
const libraries = '/usr/lib';

/** The library that sets a process's clock; undefined when this machine has none. */
function findFaketime(): string | undefined {
  if (!existsSync(libraries)) return undefined;
  return readdirSync(libraries)
    .map((folder) => join(libraries, folder, 'faketime/libfaketimeMT.so.1'))
    .find(existsSync);
}

/**
 * Sets the clock of the product's process forward and back under load, while that of its database stays right: nothing
 * acknowledged may be lost, no client may see a mistake, and people must be able to register and sign in at each time.
 * `make` makes the product with an environment.
 */
export async function playClock(
  make: (environment: NodeJS.ProcessEnv) => Promise<Victim>,
  folder: string,
  seed: number,
): Promise<Outcome> {
  const library = findFaketime();
  if (library === undefined) {
    console.log("clock: was not set, libfaketime is missing here (Debian's package faketime)");
    return { passed: 0, failures: [] };
  }
  const clock = join(folder, 'clock');
  writeFileSync(clock, '+0\n');
  // The mailbox of demo mode shows what its names say is the newest: for an hour that is mail from the hour ahead.
  const smtp = await startSmtp();
  const victim = await make({
    ...smtpEnvironment(smtp.port),
    LD_PRELOAD: library,
    FAKETIME_TIMESTAMP_FILE: clock,
    FAKETIME_NO_CACHE: '1',
    // A clock that is set anew leaves the time since the start alone.
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  });
  const host = join(victim.dataDir, 'socket');
  const pool = new pg.Pool({ host, user: superuser, database: 'postgres', max: 1 });
  pool.on('error', () => {});
  try {
    await victim.start();
    const { address } = victim;
    const textOf = async (email: string) => (await smtp.mailTo(email)).text ?? '';
    const load = await startLoad({ address, seed, accounts, each, textOf });
    const examiner = new Examiner(pool, victim.dataDir);
    const problems: string[] = [];
    for (const [index, setting] of settings.entries()) {
      await examiner.hold();
      writeFileSync(clock, `${setting}\n`);
      problems.push(...(await isOff(address, Number(setting))));
      const before = load.acknowledged.length;
      await delay(loadTime);
      try {
        await signUp(address, `clock-${index}@example.com`, textOf);
        const admin = await signIn(address, adminSignIn);
        await send(address, 'GET', '/api/admin/home', undefined, admin);
      } catch (error) {
        problems.push(`at ${setting} s: ${error instanceof Error ? error.message : String(error)}`);
      }
      problems.push(...(await examiner.examine(load.acknowledged)).map((one) => `at ${setting} s: ${one}`));
      console.log(
        `clock: ${setting} s, ${load.acknowledged.length - before} more transactions acknowledged, ${load.retries} requests sent again`,
      );
    }
    problems.push(...(await examineHistory(load)), ...load.mistakes);
    if (load.retries > 0) problems.push(`${load.retries} requests had to be sent again`);
    problems.push(...(await examiner.examine(load.acknowledged)));
    return problems.length === 0
      ? { passed: 1, failures: [] }
      : { passed: 0, failures: [`clock: ${shorten(problems)}`] };
  } finally {
    await pool.end();
    await victim.stop();
    await smtp.stop();
  }
}

/** What is wrong with the time that the product says it is: a clock that was not set would show nothing. Node says it anew each second. */
async function isOff(address: string, seconds: number): Promise<string[]> {
  let off = 0;
  for (let waited = 0; waited < patient(10_000); waited += 200) {
    const said = Date.parse((await fetch(`${address}/api/health`)).headers.get('date') ?? '');
    off = (said - Date.now()) / 1_000;
    if (Math.abs(off - seconds) < 60) return [];
    await delay(200);
  }
  return [`the product's clock is ${Math.round(off)} s off, not ${seconds} s`];
}
