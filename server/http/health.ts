import type { FastifyInstance } from 'fastify';
import { serverPaths } from '../../contract/paths';

/**
 * Whether the process lives, and whether its database answers: `ask` throws when not. For supervisors and load
 * balancers.
 */
export function healthRoutes(app: FastifyInstance, ask: () => Promise<unknown>): void {
  const options = { config: { access: 'public' }, schema: { hide: true } } as const;
  app.get(serverPaths.health, options, async () => ({ data: { status: 'ok' } }));
  app.get(serverPaths.ready, options, async () => {
    await ask();
    return { data: { status: 'ready' } };
  });
}
