import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Access, mayCall } from '../../contract/access';
import type { UserType } from '../../contract/enums';
import { headers } from '../../contract/headers';
import { serverPaths } from '../../contract/paths';
import { refuse } from '../errors/refusal';
import { type LimitName, perSession, type RateLimits, type Spender } from '../limits/limits';
import { networkOf } from '../network';
import type { Authenticated, Authentication, Caller, Visitor } from '../request';
import { type ActGuard, guardActs, hasActProof } from './step-up';

/** What the guard asks of the rooms that know people, limits and events. */
export interface Guard extends ActGuard {
  /**
   * The caller a token stands for, and what was read with that question; `undefined` when the token is forged, expired
   * or revoked, or its session was not used for too long.
   */
  authenticate(token: string, how: Authentication): Promise<Authenticated | undefined>;
  limits: RateLimits;
  /** Whether the operator lets nobody of a role do anything without a second factor. */
  requiresFactor(type: UserType): boolean;
  /** Keeps that somebody called what their role may not; `call` is the method and the route. */
  recordRefused(who: Spender, call: string): Promise<void>;
}

/** Who makes a request, as far as anybody can tell. */
export function visitorOf(request: FastifyRequest): Visitor {
  return { ip: request.ip, userAgent: request.headers['user-agent'], requestId: request.id };
}

/**
 * Closes every `/api` route that does not say who may call it, and lets in only those who may. Runs before the
 * body is read, so that a stranger cannot make the server parse one.
 */
export function guardRoutes(
  app: FastifyInstance,
  { authenticate, limits, requiresFactor, recordRefused, spendAct }: Guard,
): void {
  app.addHook('onRoute', (route) => {
    // The documentation's page brings routes of its own, which cannot say so.
    if (route.url === serverPaths.docs || route.url.startsWith(`${serverPaths.docs}/`)) return;
    if (route.url.startsWith('/api') && route.config?.access === undefined) {
      throw new Error(`${route.url} does not say who may call it`);
    }
  });

  /** Writes down a refused role, a few times for a session. */
  async function recordRefusal(request: FastifyRequest, { userId, email, sessionId }: Caller): Promise<void> {
    if (await limits.count('accessRefused', sessionId)) return;
    const call = `${request.method} ${request.routeOptions.url}`;
    await recordRefused({ visitor: visitorOf(request), userId, email }, call);
  }

  /** Counts the call for the session, the person or the visitor, as the limit has it. */
  async function spend(limit: LimitName, request: FastifyRequest): Promise<void> {
    const visitor = visitorOf(request);
    const { caller } = request;
    if (!caller) return limits.spend(limit, networkOf(request.ip), { visitor });
    const { userId, email, sessionId } = caller;
    const spender = { visitor, userId, email };
    await limits.spend(limit, perSession.has(limit) ? sessionId : userId, spender);
    // Only what the session may still send counts for the person: refused calls take nothing from other sessions.
    if (limit === 'writes') await limits.spend('writesOfPerson', userId, spender);
  }

  /** Whether a request of the token would still be let in; it is no use of the session. */
  async function stillMay(token: string, access: Access): Promise<boolean> {
    const found = await authenticate(token, { readOwn: undefined, isUse: false });
    return found !== undefined && mayCall(access, found.caller.type);
  }

  app.addHook('onRequest', async (request) => {
    const { access, limit, readOwn, beforeFactor, stepUp } = request.routeOptions.config;
    if (access !== undefined && access !== 'public') {
      const header = request.headers.authorization;
      // The name of the scheme is in letters of either case (RFC 9110, 11.1).
      const token = header && /^bearer /i.test(header) ? header.slice('Bearer '.length) : undefined;
      // Whoever makes this up has the own session end sooner.
      const isUse = request.headers[headers.background] === undefined;
      const found = token === undefined ? undefined : await authenticate(token, { readOwn, isUse });
      if (!found) throw refuse.unauthorized();
      const { caller, own } = found;
      if (!mayCall(access, caller.type)) {
        await recordRefusal(request, caller);
        throw refuse.forbidden();
      }
      if (caller.factor === 'none' && !beforeFactor && requiresFactor(caller.type)) {
        throw refuse.factorSetupRequired();
      }
      // What a passkey was to sign is only known once the request is read.
      if (caller.factor === 'stale' && stepUp && !hasActProof(request)) throw refuse.stepUpRequired();
      request.caller = caller;
      if (token !== undefined) request.stillMay = () => stillMay(token, access);
      if (own) request.own = own;
    }
    if (limit !== undefined) await spend(limit, request);
  });
  guardActs(app, { spendAct });
}
