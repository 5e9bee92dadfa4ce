import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Below those that systems give to whoever asks for any: one that is let go is there when it is taken again. */
const ports = { first: 20_000, end: 32_768 };
/** Nobody may listen there yet. */
const given = new Set<number>();

/** Whether it can be listened on. */
function isFree(port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(false);
      else reject(error);
    });
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}

/** A port of loopback that nobody listens on at this moment, and that nobody is given who listens on any. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(ports.first, ports.end);
    if (given.has(port)) continue;
    given.add(port);
    if (await isFree(port)) return port;
  }
}
