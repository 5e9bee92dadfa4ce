import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { limits } from '../../contract/limits';
import { answerClientError, boundBodies, closeUnread } from './client-errors';

/** More than the buffers of the system take. */
const long = Buffer.alloc(24 * 1024 * 1024, '.');

let app: FastifyInstance;
beforeEach(async () => {
  app = Fastify({ clientErrorHandler: answerClientError });
  closeUnread(app);
  boundBodies(app, 100, ({ url }) => url === '/upload');
  app.get('/long', async (_, reply) => reply.send(long));
  app.put('/refused', { onRequest: async (_, reply) => reply.code(401).send('no') }, async () => 'yes');
  for (const path of ['/upload', '/other']) app.put(path, async () => 'yes');
  await app.listen({ host: '127.0.0.1', port: 0 });
});
afterEach(() => app.close());

/** A connection that has sent this. */
function open(text: string): Socket {
  const { port } = app.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1', () => socket.write(text));
  // Connections that are cut off are what this is about.
  socket.on('error', () => {});
  return socket;
}

const closed = (socket: Socket) => new Promise((resolve) => socket.once('close', resolve));

test('what goes on and on after its answer is not read much longer than the largest body is', async () => {
  const read = new Promise<number>((resolve) => {
    app.server.once('connection', (socket) => socket.once('close', () => resolve(socket.bytesRead)));
  });
  const socket = open('PUT /refused HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n');
  const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`;
  const flood = () => {
    while (!socket.destroyed && socket.write(chunk));
  };
  socket.once('data', flood);
  socket.on('drain', flood);
  await closed(socket);
  // Some more than the bound: it is looked at now and then.
  expect(await read).toBeLessThan(40 * limits.proofBytes);
});

test('a body that drips in for too long is refused, and that of an upload is waited for', async () => {
  const begin = (path: string) => {
    const socket = open(
      `PUT ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 4\r\n\r\n{`,
    );
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk;
    });
    return { socket, text: () => text };
  };
  const upload = begin('/upload');
  const other = begin('/other');
  await closed(other.socket);
  expect(other.text()).toMatch(/^HTTP\/1.1 408 /);
  upload.socket.write('  }');
  await expect.poll(upload.text).toMatch(/^HTTP\/1.1 200 /);
  upload.socket.destroy();
});

test('what cannot be read is not answered in the midst of another answer', async () => {
  const socket = open('GET /long HTTP/1.1\r\nhost: x\r\n\r\n');
  await once(socket, 'data');
  let rest = '';
  socket.on('data', (chunk) => {
    rest += chunk;
  });
  socket.write('hello\r\n\r\n');
  await closed(socket);
  expect(rest.match(/HTTP.*/)).toBeNull();
  expect(rest.length).toBeLessThan(long.length);
});
