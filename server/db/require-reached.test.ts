import { readFileSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { TLSSocket } from 'node:tls';
import { afterEach, expect, test } from 'vitest';
import { freePort } from '../../tests/support/free-port';
import { patient } from '../../tests/support/patience';
import '../../tests/support/no-such-host';
import { DatabaseUnreached, requireReached } from './require-reached';

const loopback = join(import.meta.dirname, '../../tests/support/loopback');
const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

/** A server that does with each connection what it is told to; answers the address of a database there. */
async function serve(onConnection: (socket: Socket) => void, search = ''): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    onConnection(socket);
  });
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  ends.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return `postgres://server:planted@127.0.0.1:${port}/averin${search}`;
}

const saidOf = async (addresses: Record<string, string>) => {
  const error: unknown = await requireReached(addresses).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(DatabaseUnreached);
  const said = error instanceof Error ? error.message : '';
  expect(said).not.toContain('planted');
  return said;
};

test('each address that nothing answers at is named by its setting, also where its name has several addresses', async () => {
  const port = await freePort();
  expect(
    await saidOf({
      DATABASE_URL: `postgres://server:planted@localhost:${port}/averin`,
      DATABASE_OWNER_URL: `postgres://owner:planted@no-such-host.invalid/averin`,
    }),
  ).toMatch(
    /^DATABASE_URL: the database does not answer \(connect ECONNREFUSED .*\)\.\nDATABASE_OWNER_URL: the database does not answer \(getaddrinfo ENOTFOUND .*\)\.$/,
  );
});

test.each<[string, (socket: Socket) => void]>([
  ['ends the connection', (socket) => socket.end()],
  // As MySQL begins, which goes on to wait.
  ['speaks another language', (socket) => socket.write('J\0\0\0\n8.0.30\0and more of its own')],
])(
  'what answers and %s is said to be no PostgreSQL, and is not waited for',
  async (_, onConnection) => {
    const said = await saidOf({ DATABASE_URL: await serve(onConnection) });
    expect(said).toMatch(/^DATABASE_URL: what answers at 127\.0\.0\.1:\d+ is no PostgreSQL server/);
  },
  patient(10_000),
);

test('what never answers is given up', async () => {
  const said = await saidOf({ DATABASE_URL: await serve(() => {}) });
  expect(said).toMatch(/^DATABASE_URL: nothing at 127\.0\.0\.1:\d+ has answered as PostgreSQL does for 5 s/);
});

test('a server without TLS, and one whose certificate nobody trusts, are said as such', async () => {
  const search = '?sslmode=verify-full';
  const plain = await serve((socket) => socket.once('data', () => socket.write('N')), search);
  expect(await saidOf({ DATABASE_URL: plain })).toMatch(/^DATABASE_URL: the server does not speak TLS/);
  const [cert, key] = ['certificate.pem', 'key.pem'].map((name) => readFileSync(join(loopback, name)));
  const own = await serve((socket) => {
    socket.once('data', () => {
      socket.write('S');
      new TLSSocket(socket, { isServer: true, cert, key }).on('error', () => {});
    });
  }, search);
  expect(await saidOf({ DATABASE_URL: own })).toMatch(
    /^DATABASE_URL: the server's certificate is not trusted, .* sslrootcert=/,
  );
});

test('a file of the address that is not there is named', async () => {
  const address = await serve(() => {}, '?sslmode=verify-full&sslrootcert=/nowhere/ca.pem');
  expect(await saidOf({ '--to': address })).toBe(
    '--to: the file /nowhere/ca.pem that the address names cannot be read (ENOENT).',
  );
});
