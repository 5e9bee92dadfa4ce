import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { z } from '../../contract/zod';
import { buildDeposit } from '../builders';
import { send, signUp, textInDevMailbox } from '../faults/requests';
import { startExternal } from '../support/external-postgres';
import { freePort } from '../support/free-port';
import { patient } from '../support/patience';
import type { PostgresConnection } from '../support/test-database';
import { checkInterval, startBalancer } from './balancer';
import { linesOfMigrations, Replica } from './replica';

interface RollOptions {
  /** The built server. */
  program: string;
  /** Another version of it, which migrates the database first; both replicas become that one, then this one again, and so on. */
  other?: string;
  /** Is called once the database is there, as its superuser, before the load begins. */
  prepare?: (superuser: PostgresConnection) => Promise<void>;
  /** Requests that are made at least. */
  requests: number;
  /** Restarts that are done at least. */
  restarts: number;
  /** Milliseconds of load before anything is done, to compare with. */
  calm?: number;
  /** Clients at once; every fifth request of each writes. */
  clients?: number;
}

/** What the clients saw while one thing was done. */
interface Phase {
  answered: number;
  /** Milliseconds. */
  lasted: number;
  slowest: number;
  /** Answers that took longer than `late`. */
  late: number;
}

/** Milliseconds that nobody should wait while the database is migrated. */
export const late = 500;

export interface RollResult {
  answered: number;
  /** What was answered with anything but success, or not at all. */
  failed: string[];
  restarts: number;
  /** Deposits that were acknowledged, and those that are there. */
  deposits: { acknowledged: number; found: number };
  /** Before anything was done, while the other version migrated the database, and during the restarts. */
  phases: Partial<Record<'calm' | 'migration' | 'restarts', Phase>>;
  /** What was said by whoever migrated, and by the replicas at their starts. */
  said: string[];
}

/** Seconds; as long as the balancer needs to notice, several times over. */
const shutdownDelay = Math.ceil(patient(1));

/**
 * Two replicas on one PostgreSQL behind HAProxy, restarted in turn while clients read and write, each time as the other
 * version where there is one: each request must be answered with success, and each acknowledged deposit be there once.
 */
export async function roll({
  program,
  other = program,
  prepare,
  calm = 1_000,
  clients = 8,
  ...least
}: RollOptions): Promise<RollResult> {
  const folder = await mkdtemp(join(tmpdir(), 'averin-roll-'));
  const external = await startExternal(folder);
  const undo: (() => Promise<unknown>)[] = [external.stop];
  try {
    const environment = {
      ...external.environment,
      DATA_DIR: folder,
      SHUTDOWN_DELAY: `${shutdownDelay}s`,
    };
    const replicas = [
      new Replica(program, await freePort(), environment),
      new Replica(program, await freePort(), environment),
    ];
    for (const replica of replicas) {
      undo.push(() => replica.stop());
      await replica.start();
    }
    await prepare?.({ ...external.connections.superuser, database: 'averin' });
    const port = await freePort();
    undo.push(
      await startBalancer(
        folder,
        port,
        replicas.map((replica) => replica.port),
      ),
    );
    const migrates = other !== program && (() => migrate(other, environment));
    return await underLoad(`http://127.0.0.1:${port}`, replicas, {
      programs: [other, program],
      ...(migrates && { migrates }),
      calm,
      clients,
      ...least,
    });
  } finally {
    for (const each of undo.toReversed()) await each();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Brings the database to the schema of a version, as its operator does before replicas are replaced. Answers what it said. */
async function migrate(program: string, environment: NodeJS.ProcessEnv): Promise<string[]> {
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [program, '--migrate'], {
    env: { PATH: process.env.PATH, ...environment },
  });
  return linesOfMigrations(stdout + stderr);
}

interface Underway extends Required<Pick<RollOptions, 'requests' | 'restarts' | 'calm' | 'clients'>> {
  programs: readonly string[];
  migrates?: () => Promise<string[]>;
}

async function underLoad(
  address: string,
  replicas: readonly Replica[],
  { programs, migrates, requests, restarts, calm, clients }: Underway,
): Promise<RollResult> {
  const direct = replicas[0]?.address ?? '';
  const token = await signUp(direct, 'roll@example.com', (email) => textInDevMailbox(direct, email));
  const result: RollResult = {
    answered: 0,
    failed: [],
    restarts: 0,
    deposits: { acknowledged: 0, found: 0 },
    phases: {},
    said: [],
  };
  let going = true;
  let times: number[] = [];

  async function client(): Promise<void> {
    for (let count = 0; going; count += 1) {
      const begun = performance.now();
      const writes = count % 5 === 0;
      try {
        if (writes) await send(address, 'POST', '/api/transaction/create', buildDeposit(), token);
        else await send(address, 'GET', '/api/account', undefined, token);
        result.answered += 1;
        if (writes) result.deposits.acknowledged += 1;
      } catch (error) {
        result.failed.push(
          `${writes ? 'write' : 'read'} after ${result.restarts} restarts: ${String(error)}`,
        );
      }
      times.push(performance.now() - begun);
    }
  }

  async function during(work: () => Promise<unknown>): Promise<Phase> {
    const begun = performance.now();
    times = [];
    await work();
    return {
      answered: times.length,
      lasted: performance.now() - begun,
      slowest: times.reduce((slowest, time) => Math.max(slowest, time), 0),
      late: times.filter((time) => time > late).length,
    };
  }

  async function restartAll(): Promise<void> {
    while (result.restarts < restarts || result.answered + result.failed.length < requests) {
      const replica = replicas[result.restarts % replicas.length];
      const code = await replica?.stop();
      if (code !== 0) result.failed.push(`a replica ended with ${code}`);
      // All of them in one direction, then all of them back.
      await replica?.start(programs[Math.floor(result.restarts / replicas.length) % programs.length]);
      result.said.push(...(replica?.said ?? []));
      // The balancer must have noticed before the other one goes.
      await delay(patient(5 * checkInterval));
      result.restarts += 1;
    }
  }

  const load = Promise.all(Array.from({ length: clients }, client));
  try {
    result.phases.calm = await during(() => delay(calm));
    if (migrates) {
      result.phases.migration = await during(async () => result.said.push(...(await migrates())));
    }
    result.phases.restarts = await during(restartAll);
  } finally {
    going = false;
    await load;
  }
  const path = `/api/transaction/all?range=${encodeURIComponent('[0,0]')}`;
  const response = await fetch(address + path, { headers: { authorization: `Bearer ${token}` } });
  result.deposits.found = z.coerce.number().parse(response.headers.get('content-range')?.split('/')[1]);
  return result;
}
