import type { FastifyInstance } from 'fastify';
import { serverPaths } from '../../contract/paths';
import { refuse } from '../errors/refusal';

/**
 * Whether the process lives, and whether it is ready: its database answers (`ask` throws when not) and it is not about to
 * stop. For supervisors and load balancers.
 */
export function healthRoutes(app: FastifyInstance, ask: () => Promise<unknown>): void {
  const options = { config: { access: 'public' }, schema: { hide: true } } as const;
  let stopping = false;
  app.decorate('announceStop', () => {
    stopping = true;
  });
  // Clients and proxies keep connections for what they ask next: each ends with its next answer, so that none is cut
  // while a request is on its way.
  app.addHook('onSend', (_, reply, payload, next) => {
    if (stopping) reply.header('connection', 'close');
    next(null, payload);
  });
  app.get(serverPaths.health, options, async () => ({ data: { status: 'ok' } }));
  app.get(serverPaths.ready, options, async () => {
    if (stopping) throw refuse.unavailable();
    await ask();
    return { data: { status: 'ready' } };
  });
}

declare module 'fastify' {
  interface FastifyInstance {
    /** From now on the server says that it is not ready, and answers all the same: it will be closed soon. */
    announceStop(): void;
  }
}
