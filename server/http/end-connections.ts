import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/**
 * Lets the server close. Node waits for every connection it does not know to be idle, and by then without any timeout:
 * browsers keep connections ready that have not asked for anything, and those would hold it up for ever. Connections
 * without a request end at once, those with one when it is answered, at the latest after `patience` milliseconds.
 */
export function endConnections(app: FastifyInstance, patience: number): void {
  /** Connections nobody waits at for an answer. */
  const idle = new Set<Socket>();
  let closing = false;
  app.server.on('connection', (socket) => {
    idle.add(socket);
    socket.once('close', () => idle.delete(socket));
  });
  app.server.on('request', ({ socket }, response) => {
    idle.delete(socket);
    response.once('finish', () => {
      if (closing) socket.end();
      else idle.add(socket);
    });
  });
  app.addHook('preClose', async () => {
    closing = true;
    for (const socket of idle) socket.destroy();
    setTimeout(() => app.server.closeAllConnections(), patience).unref();
  });
}
