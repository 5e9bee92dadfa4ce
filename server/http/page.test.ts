import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { patient } from '../../tests/support/patience';
import type { RateLimits } from '../limits/limits';
import { limitLongLists, longListOf, sendPage } from './page';

const unlimited: RateLimits = {
  spend: async () => {},
  count: async () => undefined,
  refuse: async () => {
    throw new Error('There is nothing to refuse');
  },
  refund: async () => {},
  forget: async () => {},
};
const times = { longest: patient(3_000), lookEvery: 50 };

let app: FastifyInstance;
/** Whether the reader may still read, and how often that was asked. */
let mayRead: boolean;
let looks: number;

beforeEach(async () => {
  app = Fastify();
  [mayRead, looks] = [true, 0];
  limitLongLists(app, unlimited, times);
  app.get('/:parts', async (request, reply) => {
    const parts = Number(request.url.slice(1));
    async function* rest() {
      for (let nth = 0; nth < parts; nth += 1) {
        await setTimeout(10);
        yield [nth];
      }
    }
    request.stillMay = async () => {
      looks += 1;
      return mayRead;
    };
    const list = { range: undefined, sort: undefined, conditions: [] };
    sendPage(reply, list, { rows: [-1], total: undefined, rest: rest(), all: parts + 1 });
    const long = longListOf(reply);
    return long && app.sendLongList(request, reply, long);
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
});
afterEach(() => app.close());

async function read(parts: number): Promise<string> {
  const { port } = app.server.address() as AddressInfo;
  return (await fetch(`http://127.0.0.1:${port}/${parts}`)).text();
}

test('it is asked now and then whether a list may be read on', async () => {
  const begun = performance.now();
  expect(JSON.parse(await read(20))).toEqual({ data: Array.from({ length: 21 }, (_, nth) => nth - 1) });
  expect(looks).toBeGreaterThan(0);
  expect(looks).toBeLessThanOrEqual((performance.now() - begun) / times.lookEvery);
});

test('one that may not be read on breaks off', async () => {
  const reading = read(20);
  mayRead = false;
  await expect(reading).rejects.toThrow();
});

test('so does one that takes too long', async () => {
  await expect(read(100_000)).rejects.toThrow();
});
