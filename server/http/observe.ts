import type { FastifyInstance, FastifyRequest } from 'fastify';
import { headers } from '../../contract/headers';
import { follow, happenings, type Trail } from '../diagnostics';

/** An id that a proxy may have given: it goes into lines of the log. */
const proxyIdPattern = /^[\w.:/+=-]{1,64}$/;
const traceparentPattern = /^00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/;
/** For what no route answers: addresses that strangers make up are one. */
const noRoute = '(none)';

type Raw = Pick<FastifyRequest['raw'], 'headers' | 'socket'>;

/**
 * What a trusted proxy says of a request: its id, or the trace that it is part of. Anybody else's is not read. It stands
 * beside our own id, never for it: the audit log finds what a passkey has signed by that.
 */
export function proxyTrail(
  { headers: sent, socket }: Raw,
  isTrusted: (address: string) => boolean,
): Pick<Trail, 'proxyId' | 'traceparent'> {
  const { [headers.requestId]: id, traceparent } = sent;
  if ((id ?? traceparent) === undefined || !isTrusted(socket.remoteAddress ?? '')) return {};
  return {
    ...(typeof id === 'string' && proxyIdPattern.test(id) && { proxyId: id }),
    ...(typeof traceparent === 'string' && traceparentPattern.test(traceparent) && { traceparent }),
  };
}

/** Tells of each request when it begins and when it has been answered, and lets what is done for it know whose it is. */
export function observeRequests(app: FastifyInstance, isTrusted: (address: string) => boolean): void {
  const trails = new WeakMap<FastifyRequest, Trail>();
  const begunOf = (request: FastifyRequest, trail: Trail) => ({
    trail,
    method: request.method,
    route: routeOf(request),
  });

  app.addHook('onRequest', (request, _, next) => {
    const { requestBegun, queryEnded } = happenings;
    if (!(requestBegun.heard || queryEnded.heard)) return next();
    const trail = { requestId: request.id, ...proxyTrail(request.raw, isTrusted) };
    trails.set(request, trail);
    requestBegun.tell(begunOf(request, trail));
    follow(trail, next);
  });
  // What reads the body goes on from the socket's events, which belong to no request.
  app.addHook('preValidation', (request, _, next) => {
    const trail = trails.get(request);
    if (trail) follow(trail, next);
    else next();
  });
  app.addHook('onResponse', (request, reply, next) => {
    if (happenings.requestEnded.heard) {
      const trail = trails.get(request) ?? { requestId: request.id };
      happenings.requestEnded.tell({
        ...begunOf(request, trail),
        status: reply.statusCode,
        seconds: reply.elapsedTime / 1_000,
      });
    }
    next();
  });
}

/** The pattern of a route as people read it: its parameters carry their own patterns, in parentheses. */
function routeOf({ routeOptions: { url }, is404 }: FastifyRequest): string {
  return is404 || url === undefined ? noRoute : url.replaceAll(/(:\w+)\([^/]*\)/g, '$1');
}
