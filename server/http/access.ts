import type { FastifyInstance } from 'fastify';
import { mayCall } from '../../contract/calls';
import { serverPaths } from '../../contract/paths';
import type { Authenticate } from './caller';
import type { RateLimits } from './rate-limits';
import { refuse } from './refusal';

/**
 * Closes every `/api` route that does not say who may call it, and lets in only those who may. Runs before the
 * body is read, so that a stranger cannot make the server parse one.
 */
export function guardRoutes(app: FastifyInstance, authenticate: Authenticate, limits: RateLimits): void {
  app.addHook('onRoute', (route) => {
    // The documentation's page brings routes of its own, which cannot say so.
    if (route.url === serverPaths.docs || route.url.startsWith(`${serverPaths.docs}/`)) return;
    if (route.url.startsWith('/api') && route.config?.access === undefined) {
      throw new Error(`${route.url} does not say who may call it`);
    }
  });
  app.addHook('onRequest', async (request) => {
    const { access, limit } = request.routeOptions.config;
    if (access !== undefined && access !== 'public') {
      const header = request.headers.authorization;
      const token = header?.startsWith('Bearer ') ? header.slice('Bearer '.length) : undefined;
      const caller = token === undefined ? undefined : await authenticate(token);
      if (!caller) throw refuse.unauthorized();
      if (!mayCall(access, caller.type)) throw refuse.forbidden();
      request.caller = caller;
    }
    if (limit !== undefined) await limits.spend(limit, request.caller?.userId ?? request.ip);
  });
}
