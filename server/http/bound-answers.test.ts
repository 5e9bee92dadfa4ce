import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { patient } from '../../tests/support/patience';
import { boundAnswers } from './bound-answers';

/** More than the buffers of the system take. */
const long = Buffer.alloc(24 * 1024 * 1024, '.');
/** Soon, for what is about clients that do not read. */
const short = patient(400);
const bounds = {
  unreadFor: patient(60_000),
  unreadBytes: 2.5 * long.length,
  countEvery: 50,
  pipelined: 3,
  connections: 8,
  connectionsOfNetwork: 6,
};

let app: FastifyInstance;
let opened: Socket[];
/** What has begun to be answered. */
let begun: string[];
let trusted: boolean;

async function listen(unreadFor = bounds.unreadFor): Promise<void> {
  app = Fastify();
  [opened, begun, trusted] = [[], [], false];
  boundAnswers(app, () => trusted, { ...bounds, unreadFor });
  app.get('/long', async (_, reply) => {
    begun.push('long');
    return reply.send(long);
  });
  app.get('/late', async () => {
    begun.push('late');
    await setTimeout(3 * short);
    return 'late';
  });
  app.get('/:name', async ({ url }) => {
    begun.push(url);
    return url;
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
}
afterEach(async () => {
  for (const socket of opened) socket.destroy();
  await app.close();
});

const ask = (...paths: string[]) => paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`).join('');

/** A connection that asks, and reads nothing. */
function open(...paths: string[]): Socket {
  const { port } = app.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1').pause();
  // Connections that are cut off are what this is about.
  socket.on('error', () => {});
  opened.push(socket);
  if (paths.length > 0) socket.write(ask(...paths));
  return socket;
}

const countOpen = () =>
  new Promise<number>((resolve) => app.server.getConnections((_, count) => resolve(count)));
const soon = { timeout: patient(10_000), interval: 20 };

describe('an answer that is not read for a while', () => {
  beforeEach(() => listen(short));

  test('who takes nothing of an answer is cut off', async () => {
    const start = performance.now();
    open('/long');
    await expect.poll(() => begun, soon).toEqual(['long']);
    await expect.poll(countOpen, soon).toBe(0);
    expect(performance.now() - start).toBeGreaterThan(short / 2);
  });

  test('who reads slowly gets all of it', async () => {
    const socket = open('/long');
    const start = performance.now();
    let size = 0;
    let since = 0;
    for await (const part of socket) {
      size += part.length;
      since += part.length;
      if (size >= long.length) break;
      if (since < long.length / 40) continue;
      since = 0;
      await setTimeout(short / 8);
    }
    expect(size).toBeGreaterThanOrEqual(long.length);
    expect(performance.now() - start).toBeGreaterThan(3 * short);
  });

  test('an answer that takes its time to begin is waited for', async () => {
    const [data] = await once(open('/late').resume(), 'data');
    expect(String(data)).toMatch(/^HTTP\/1.1 200 /);
  });
});

describe('connections and what they ask for', () => {
  beforeEach(() => listen());

  test('a connection has one answer at a time: the next is not worked on before that is read', async () => {
    const socket = open('/long', '/second', '/third');
    await setTimeout(short / 2);
    expect(begun).toEqual(['long']);
    let text = '';
    socket.on('data', (part: Buffer) => {
      text = (text + String(part)).slice(-2_000);
    });
    socket.resume();
    await expect.poll(() => text, soon).toMatch(/\/second.*\/third$/s);
    expect(begun).toEqual(['long', '/second', '/third']);
  });

  test('more requests without an answer than a connection may have end it, and none of them is worked on', async () => {
    open('/late', '/1', '/2', '/3');
    await expect.poll(() => begun, soon).toEqual(['late']);
    await expect.poll(countOpen, soon).toBe(0);
    await setTimeout(4 * short);
    expect(begun).toEqual(['late']);
  });

  test('what waits to be read of all answers is bounded: the oldest ends first', async () => {
    const first = open('/long');
    await expect.poll(() => begun.length, soon).toBe(1);
    const others = [open('/long'), open('/long')];
    await expect.poll(() => begun.length, soon).toBe(3);
    await expect.poll(countOpen, soon).toBe(2);
    await once(first.resume(), 'close');
    for (const socket of others) expect(socket.destroyed).toBe(false);
  });

  test('one network has so many connections and no more', async () => {
    for (let nth = 0; nth < bounds.connectionsOfNetwork; nth += 1) open();
    await expect.poll(countOpen, soon).toBe(bounds.connectionsOfNetwork);
    await once(open().resume(), 'close');
    expect(await countOpen()).toBe(bounds.connectionsOfNetwork);
    opened[0]?.destroy();
    await expect.poll(countOpen, soon).toBe(bounds.connectionsOfNetwork - 1);
    const [data] = await once(open('/again').resume(), 'data');
    expect(String(data)).toMatch(/^HTTP\/1.1 200 /);
  });

  test('a proxy of ours has as many as there are', async () => {
    trusted = true;
    for (let nth = 0; nth < bounds.connections; nth += 1) open();
    await expect.poll(countOpen, soon).toBe(bounds.connections);
    await once(open().resume(), 'close');
    expect(await countOpen()).toBe(bounds.connections);
  });
});
