import { EventEmitter, once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { patient } from '../../tests/support/patience';
import { endBeside } from './end-beside';
import { endConnections } from './end-connections';

const patience = patient(1_000);
/** Milliseconds that the server is waited for. */
const longest = 3 * patience;
let app: FastifyInstance;
let socket: Socket;

beforeEach(async () => {
  app = Fastify();
  endConnections(app, patience);
  app.post('/', async () => 'done');
  app.get('/slow', async () => setTimeout(patience / 4, 'done'));
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  socket = connect(port, '127.0.0.1');
  // A connection that is cut off is what this is about.
  socket.on('error', () => {});
  await Promise.all([once(socket, 'connect'), once(app.server, 'connection')]);
});
afterEach(async () => {
  socket.destroy();
  await app.close();
});

/** Milliseconds the server takes to close; more than it should when it does not. */
async function timeToClose(): Promise<number> {
  const start = performance.now();
  await Promise.race([app.close(), setTimeout(longest)]);
  return performance.now() - start;
}

test('a connection that has asked for nothing does not hold up the end', async () => {
  expect(await timeToClose()).toBeLessThan(patience);
});

test('nor does one that has begun to ask', async () => {
  socket.write('GET /slow HTTP/1.1\r\nHost: x\r\n');
  await setTimeout(50);
  expect(await timeToClose()).toBeLessThan(patience);
});

test('a request in hand is answered first', async () => {
  socket.write('GET /slow HTTP/1.1\r\nHost: x\r\n\r\n');
  const answer = once(socket, 'data');
  await once(app.server, 'request');
  expect(await timeToClose()).toBeLessThan(patience);
  expect(String(await answer)).toMatch(/^HTTP\/1.1 200 /);
});

test('one that does not come to its end is cut off', async () => {
  socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\nContent-Type: application/json\r\n\r\n1');
  await once(app.server, 'request');
  const time = await timeToClose();
  expect(time).toBeGreaterThan(patience / 2);
  expect(time).toBeLessThan(longest);
});

test('what ends with the server ends at the same time, whatever was begun first, and is waited for', async () => {
  const own = Fastify();
  const begun = new EventEmitter();
  const ended: string[] = [];
  for (const [name, other] of [
    ['mail', 'checkpoints'],
    ['checkpoints', 'mail'],
  ] as const) {
    endBeside(own, async () => {
      const both = once(begun, other);
      setImmediate(() => begun.emit(name));
      await both;
      ended.push(name);
    });
  }
  await own.ready();
  await own.close();
  expect(ended.sort()).toEqual(['checkpoints', 'mail']);
});
