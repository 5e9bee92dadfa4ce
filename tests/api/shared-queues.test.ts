import { once } from 'node:events';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { availableParallelism } from 'node:os';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { endpoints } from '../../contract/endpoints';
import { decodersFor } from '../../server/proofs/images';
import { beginHolding } from '../support/hold';
import { holdPrinter } from '../support/hold-printer';
import { blackPng } from '../support/images';
import { dayToUse } from '../support/one-day';
import { patient } from '../support/patience';
import { startTestApp, type TestApp, withAuditor } from '../support/test-app';
import { createTestDatabase } from '../support/test-database';

/*
 * What is done one at a time is shared by those who wait for it, over real connections: nobody is kept away by however much
 * another one asks for, and who hangs up gives the place back.
 */

let app: TestApp;
let port: number;
let period: string;
const tokens: Record<'investors' | 'staff', [greedy: string, quiet: string]> = {
  investors: ['', ''],
  staff: ['', ''],
};
beforeAll(async () => {
  app = await startTestApp(withAuditor, { own: await createTestDatabase({ limit: patient(60_000) }) });
  await app.app.listen({ host: '127.0.0.1', port: 0 });
  ({ port } = app.app.server.address() as AddressInfo);
  const people = [await app.signUp(), await app.signUp()] as const;
  tokens.investors = [people[0].token, people[1].token];
  tokens.staff = [await app.signInAsAdmin(), await app.signInAsAuditor()];
  await dayToUse();
  period = new Date().toISOString().slice(0, 7);
  for (const { userId } of people) {
    await app.call('PUT', `/api/account/${userId}`, { token: tokens.staff[0], body: { profit: 1 } });
  }
});
afterAll(() => app.close());

/** Sends a call on a connection of its own, a PNG if there is one; `statuses` are added to when it is answered. */
function ask(token: string, path: string, statuses: number[], image?: Buffer) {
  const headers = { authorization: `Bearer ${token}`, ...(image && { 'content-type': 'image/png' }) };
  const sent = request({ agent: false, port, path, method: image ? 'POST' : 'GET', headers });
  sent.end(image);
  const answered = once(sent, 'response').then(
    async ([response]) => {
      response.resume();
      await once(response, 'end');
      statuses.push(Number(response.statusCode));
    },
    () => {},
  );
  return { answered, hangUp: () => sent.destroy() };
}

/** Keeps images from being decoded. */
async function holdDecoder(): Promise<() => Promise<void>> {
  let letGo = () => {};
  const ready = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const pipeline: { toBuffer(): Promise<Buffer> } = Object.getPrototypeOf(sharp());
  const decode = pipeline.toBuffer;
  const held = vi.spyOn(pipeline, 'toBuffer').mockImplementation(async function (this: typeof pipeline) {
    await ready;
    return decode.call(this);
  });
  return async () => {
    held.mockRestore();
    letGo();
  };
}

async function holdTable(table: string): Promise<() => Promise<void>> {
  const locked = await beginHolding(app.superuser.pool);
  await locked.query(`lock table ${table}`);
  return async () => {
    await locked.query('rollback');
    locked.release();
  };
}

/** One runs at once as a rule, and is answered by 200. */
const usual = { running: 1, done: 200, image: undefined };

describe.each([
  {
    ...usual,
    what: 'images of deposits',
    path: () => endpoints.uploadProof.path,
    image: blackPng(9, 9),
    done: 201,
    running: decodersFor(availableParallelism()),
    waiting: 6,
    hold: holdDecoder,
    who: 'investors' as const,
  },
  {
    ...usual,
    what: 'downloads of the own data',
    path: () => endpoints.readOwnData.path,
    waiting: 8,
    hold: () => holdTable('withdrawal_addresses'),
    who: 'investors' as const,
  },
  {
    ...usual,
    what: 'statements that are printed',
    path: () => endpoints.printOwnStatement.path.replace(':period', period),
    waiting: 8,
    hold: holdPrinter,
    who: 'investors' as const,
  },
  {
    ...usual,
    what: 'sums over all accounts',
    path: () => endpoints.readAllFigures.path,
    waiting: 3,
    hold: () => holdTable('ledger_entries'),
    who: 'staff' as const,
  },
  {
    ...usual,
    what: 'sums by day over all accounts',
    path: () => `${endpoints.listAllFigureDays.path}?from=${period}-01&to=${period}-02`,
    waiting: 3,
    hold: () => holdTable('ledger_entries'),
    who: 'staff' as const,
  },
  {
    ...usual,
    what: 'checks of the books',
    path: () => endpoints.checkBooks.path,
    waiting: 3,
    hold: () => holdTable('ledger_entries'),
    who: 'staff' as const,
  },
  {
    ...usual,
    what: 'rows that break a check',
    // A page: whole lists of one person wait for one another before (server/http/page.ts).
    path: () => `${endpoints.listOffenders.path.replace(':check', 'held-amounts')}?range=[0,24]`,
    waiting: 3,
    hold: () => holdTable('transactions'),
    who: 'staff' as const,
  },
])('$what', ({ path, image, running, done, waiting, hold, who }) => {
  const asked = 10;
  const refused = asked - running - waiting;
  /** Some run, as many wait as can, and the others were refused. */
  const full = Array.from({ length: refused }, () => 503);

  test('of one person who asks ten times at once do not keep those of another away', async () => {
    const [greedy, quiet] = tokens[who];
    const letGo = await hold();
    const [ofGreedy, ofQuiet]: [number[], number[]] = [[], []];
    const calls = Array.from({ length: asked }, () => ask(greedy, path(), ofGreedy, image));
    try {
      await expect.poll(() => ofGreedy).toEqual(full);
      calls.push(ask(quiet, path(), ofQuiet, image));
      // The newest of who asks the most makes room.
      await expect.poll(() => ofGreedy).toEqual([...full, 503]);
    } finally {
      await letGo();
    }
    await Promise.all(calls.map(({ answered }) => answered));
    expect(ofQuiet).toEqual([done]);
    expect(ofGreedy.filter((status) => status === done)).toHaveLength(running + waiting - 1);
  });

  test('give the places back that somebody waited in who has hung up', async () => {
    const [token] = tokens[who];
    const letGo = await hold();
    const statuses: number[] = [];
    const calls = Array.from({ length: asked }, () => ask(token, path(), statuses, image));
    try {
      await expect.poll(() => statuses).toEqual(full);
      for (const { hangUp } of calls) hangUp();
      await expect.poll(() => connections(app)).toBe(0);
      const again = Array.from({ length: waiting }, () => ask(token, path(), statuses, image));
      calls.push(...again);
      await expect.poll(() => connections(app)).toBe(waiting);
    } finally {
      await letGo();
    }
    await Promise.all(calls.map(({ answered }) => answered));
    expect(statuses).toEqual([...full, ...Array.from({ length: waiting }, () => done)]);
  });
});

const connections = ({ app: { server } }: TestApp) =>
  new Promise<number>((resolve, reject) =>
    server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  );
