import type { FastifyInstance, FastifyRequest } from 'fastify';
import { mayCall } from '../../contract/access';
import type { ActRequest } from '../../contract/acts';
import type { Endpoint } from '../../contract/endpoints';
import { id as idSchema } from '../../contract/fields';
import { headers } from '../../contract/headers';
import { listQuerySchema } from '../../contract/wire';
import type { z } from '../../contract/zod';
import { refuse } from '../errors/refusal';
import type { Act, ActUse, Caller } from '../request';
import { canonicalUrl, pathOf } from './address';
import { byWrite } from './changes';
import { readIdempotencyKey, readIfMatch, readReason } from './write-headers';

/** What the guard asks of the room that knows what was signed. */
export interface ActGuard {
  /**
   * Uses what was signed up, and answers the version of what it was signed about, if that has versions. Throws
   * `act_not_confirmed` for anything but the very act, and the second time.
   */
  spendAct(use: ActUse): Promise<number | undefined>;
}

interface SignableCall {
  method: string;
  pattern: RegExp;
  operationId: string;
  endpoint: Endpoint;
}

declare module 'fastify' {
  interface FastifyInstance {
    /** The calls that a passkey can sign. */
    signableCalls: SignableCall[];
  }
}

/** Whether a request says that a passkey has signed it. */
export const hasActProof = ({ headers: sent }: FastifyRequest) => sent[headers.actProof] !== undefined;

const nameOf = ({ operationId, endpoint }: Pick<SignableCall, 'operationId' | 'endpoint'>) => ({
  call: operationId,
  summary: endpoint.summary,
  method: endpoint.method,
  path: endpoint.path,
});

/**
 * Lets a request through as shown with a second factor when a passkey has signed that very request, and refuses it when
 * something else was signed. Runs after the request has been read and checked: what is compared is what the call gets.
 */
export function guardActs(app: FastifyInstance, { spendAct }: ActGuard): void {
  const calls: SignableCall[] = [];
  app.decorate('signableCalls', calls);
  app.addHook('onRoute', ({ method, url, config }) => {
    const { signable, access } = config ?? {};
    if (!signable || access === 'public' || method === 'HEAD') return;
    // A parameter carries its own pattern, in parentheses.
    const pattern = new RegExp(`^${url.replaceAll(/:(\w+)\(\^(.*?)\$\)/g, '(?<$1>$2)')}$`);
    calls.push({ method: signable.endpoint.method, pattern, ...signable });
  });

  async function letThrough(request: FastifyRequest, caller: Caller): Promise<void> {
    const proofId = request.headers[headers.actProof];
    const { signable, changes } = request.routeOptions.config;
    if (!signable || !idSchema.safeParse(proofId).success) throw refuse.actNotConfirmed();
    const { endpoint } = signable;
    const act: Act = {
      ...nameOf(signable),
      params: endpoint.params ? request.params : null,
      query: endpoint.list || endpoint.query ? request.query : null,
      // Where a call has no body, whatever came as one is not looked at.
      body: endpoint.body ? request.body : null,
      ifMatch: readIfMatch(request),
      reason: readReason(request),
    };
    const key = changes === byWrite ? readIdempotencyKey(request) : undefined;
    const visitor = { ip: request.ip, userAgent: request.headers['user-agent'], requestId: request.id };
    request.signedVersion = await spendAct({ proofId: String(proofId), caller, act, key, visitor });
    request.caller = { ...caller, factor: 'fresh' };
  }

  app.addHook('preHandler', (request, _, next) => {
    const { caller } = request;
    if (!caller || !hasActProof(request)) return next();
    letThrough(request, caller).then(() => next(), next);
  });
}

/** A value as a call's schema reads it; what the call itself would refuse is refused alike. */
function read(schema: z.ZodType | undefined, value: unknown): unknown {
  if (!schema) return null;
  const { data, error } = schema.safeParse(value);
  if (!error) return data;
  const [issue] = error.issues;
  throw refuse.invalid(issue?.message ?? 'Invalid', issue?.path.join('.') ?? '');
}

/**
 * The call that a client is about to send, read as it will be when it arrives. Throws `not_found` for what is no call, or
 * none that can be signed, `forbidden` for one that the caller's role may not make, and `validation`.
 */
export function readAct(app: FastifyInstance, caller: Caller, asked: ActRequest): Act {
  const address = canonicalUrl(asked.path);
  const path = pathOf(address);
  const sent = new URLSearchParams(/\?([^#]*)/.exec(address)?.[1]);
  for (const known of app.signableCalls) {
    const found = known.method === asked.method ? known.pattern.exec(path) : null;
    if (!found) continue;
    const { endpoint } = known;
    if (!mayCall(endpoint.access, caller.type)) throw refuse.forbidden();
    return {
      ...nameOf(known),
      params: read(endpoint.params, { ...found.groups }),
      query: read(endpoint.query ?? (endpoint.list && listQuerySchema), Object.fromEntries(sent)),
      body: read(endpoint.body, asked.body),
      ifMatch: asked.ifMatch,
      reason: asked.reason || undefined,
    };
  }
  throw refuse.notFound();
}
