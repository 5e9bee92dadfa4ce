import { connect, createServer, type Server, type Socket } from 'node:net';
import { freePort } from './free-port';
import type { PostgresConnection } from './test-database';

/** The line to a server, which can be cut. */
export interface Line {
  /** On 127.0.0.1. */
  port: number;
  up(): Promise<void>;
  cut(): Promise<void>;
  /** Connections that there are stay open, and nothing passes there any more; new ones are as ever. */
  mute(): void;
}

/** Opens a line to a server, that of a database by its socket as well; it is up. */
export async function startLine({ host, port }: Pick<PostgresConnection, 'host' | 'port'>): Promise<Line> {
  const own = await freePort();
  const sockets = new Set<Socket>();
  let server: Server | undefined;
  const line: Line = {
    port: own,
    async up() {
      server = createServer((near) => {
        const far = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
        for (const socket of [near, far]) {
          sockets.add(socket);
          // What comes goes on at once.
          socket.setNoDelay(true);
          socket.on('error', () => {});
        }
        near.pipe(far).pipe(near);
        near.on('close', () => far.destroy());
        far.on('close', () => near.destroy());
      });
      await new Promise<void>((resolve) => server?.listen(own, '127.0.0.1', resolve));
    },
    mute() {
      for (const socket of sockets) socket.unpipe().pause();
    },
    async cut() {
      const closed = new Promise((resolve) => server?.close(resolve));
      for (const socket of sockets) socket.destroy();
      sockets.clear();
      await closed;
    },
  };
  await line.up();
  return line;
}
