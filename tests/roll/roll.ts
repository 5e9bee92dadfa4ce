import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from '../../contract/zod';
import { buildDeposit } from '../builders';
import { send, signUp, textInDevMailbox } from '../faults/requests';
import { startExternal } from '../support/external-postgres';
import { freePort } from '../support/free-port';
import type { PostgresConnection } from '../support/test-database';
import { checkInterval, startBalancer } from './balancer';
import { Replica } from './replica';

interface RollOptions {
  /** The built server. */
  program: string;
  /** Another version of it: both replicas become that one, then this one again, and so on. */
  other?: string;
  /** Is called once the database is there, as its superuser, before the load begins. */
  prepare?: (superuser: PostgresConnection) => Promise<void>;
  /** Requests that are made at least. */
  requests: number;
  /** Restarts that are done at least. */
  restarts: number;
}

export interface RollResult {
  answered: number;
  /** What was answered with anything but success, or not at all. */
  failed: string[];
  restarts: number;
  /** Deposits that were acknowledged, and those that are there. */
  deposits: { acknowledged: number; found: number };
  /** Milliseconds of the slowest answer. */
  slowest: number;
  /** What the replicas said at their starts. */
  said: string[];
}

/** Clients at once; every fifth request of each writes. */
const clients = 8;
/** As long as the balancer needs to notice, several times over. */
const shutdownDelay = 1;

/**
 * Two replicas on one PostgreSQL behind HAProxy, restarted in turn while clients read and write, each time as the other
 * version where there is one: each request must be answered with success, and each acknowledged deposit be there once.
 */
export async function roll({
  program,
  other = program,
  prepare,
  requests,
  restarts,
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
    return await underLoad(`http://127.0.0.1:${port}`, replicas, [other, program], { requests, restarts });
  } finally {
    for (const each of undo.toReversed()) await each();
    await rm(folder, { recursive: true, force: true });
  }
}

async function underLoad(
  address: string,
  replicas: readonly Replica[],
  programs: readonly string[],
  { requests, restarts }: Pick<RollOptions, 'requests' | 'restarts'>,
): Promise<RollResult> {
  const direct = replicas[0]?.address ?? '';
  const token = await signUp(direct, 'roll@example.com', (email) => textInDevMailbox(direct, email));
  const result: RollResult = {
    answered: 0,
    failed: [],
    restarts: 0,
    deposits: { acknowledged: 0, found: 0 },
    slowest: 0,
    said: [],
  };
  let going = true;

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
      result.slowest = Math.max(result.slowest, performance.now() - begun);
    }
  }

  const load = Promise.all(Array.from({ length: clients }, client));
  while (result.restarts < restarts || result.answered + result.failed.length < requests) {
    const replica = replicas[result.restarts % replicas.length];
    const code = await replica?.stop();
    if (code !== 0) result.failed.push(`a replica ended with ${code}`);
    // All of them in one direction, then all of them back.
    await replica?.start(programs[Math.floor(result.restarts / replicas.length) % programs.length]);
    result.said.push(...(replica?.said ?? []));
    // The balancer must have noticed before the other one goes.
    await new Promise((resolve) => setTimeout(resolve, 5 * checkInterval));
    result.restarts += 1;
  }
  going = false;
  await load;
  const path = `/api/transaction/all?range=${encodeURIComponent('[0,0]')}`;
  const response = await fetch(address + path, { headers: { authorization: `Bearer ${token}` } });
  result.deposits.found = z.coerce.number().parse(response.headers.get('content-range')?.split('/')[1]);
  return result;
}
