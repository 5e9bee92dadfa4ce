import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Access, resourcesPath } from '../../contract/calls';
import {
  type BodyOf,
  type Endpoint,
  type EndpointName,
  type Endpoints,
  endpoints,
  type ParamsOf,
  type QueryOf,
  type ReplyOf,
} from '../../contract/endpoints';
import type { ListQuery } from '../../contract/list-query';
import { envelope, errorBodySchema, listQuerySchema } from '../../contract/wire';
import { refuse } from '../errors/refusal';
import type { LimitName } from '../limits/limits';
import type { Caller } from '../request';
import { longListOf } from './page';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Who may call; an API route without it is refused when it is registered. */
    access?: Access;
    limit?: LimitName;
  }
  interface FastifyRequest {
    caller?: Caller;
  }
}

/** What a handler is given: everything parsed by the endpoint's schemas. */
export interface Call<E> extends AnyCall {
  body: BodyOf<E>;
  params: ParamsOf<E>;
  query: E extends { query: unknown } ? QueryOf<E> : ListQuery;
}

interface AnyCall {
  request: FastifyRequest;
  reply: FastifyReply;
  /** The signed-in person; throws 401 on a public endpoint, where there may be none. */
  caller(): Caller;
}

/**
 * Serves an endpoint of the contract: its schemas check the request and the reply, its access is enforced, and
 * what the handler returns leaves as `{data}`; an image as it is.
 */
export function route<N extends EndpointName>(
  app: FastifyInstance,
  name: N,
  limit: LimitName,
  handler: (call: Call<Endpoints[N]>) => Promise<ReplyOf<Endpoints[N]>>,
): void {
  serveEndpoint(app, name, endpoints[name], limit, (call) =>
    handler({
      ...call,
      // The schemas have parsed these; Fastify hands them over untyped.
      body: call.request.body as BodyOf<Endpoints[N]>,
      params: call.request.params as ParamsOf<Endpoints[N]>,
      query: call.request.query as Call<Endpoints[N]>['query'],
    }),
  );
}

/**
 * Only an id fills a parameter, so that /api/user/login is never taken for the user named "login". What is no id is a
 * word that its schema knows.
 */
function patternOf(parameter: string): string {
  return parameter.toLowerCase().endsWith('id') ? '[0-9a-fA-F-]{36}' : '[\\w-]+';
}

/** Serves an endpoint, of the contract or of a resource; `operationId` is its name in the documentation. */
export function serveEndpoint(
  app: FastifyInstance,
  operationId: string,
  endpoint: Endpoint,
  limit: LimitName,
  handler: (call: AnyCall) => Promise<unknown>,
): void {
  app.route({
    method: endpoint.method,
    url: endpoint.path.replaceAll(/:\w+/g, (parameter) => `${parameter}(^${patternOf(parameter)}$)`),
    config: { access: endpoint.access, limit },
    schema: {
      summary: endpoint.summary,
      operationId,
      tags: [tagOf(endpoint.path)],
      ...(endpoint.access !== 'public' && { security: [{ bearer: [] }] }),
      ...(endpoint.params && { params: endpoint.params }),
      ...(endpoint.body && { body: endpoint.body }),
      ...(endpoint.list && { querystring: listQuerySchema }),
      ...(endpoint.query && { querystring: endpoint.query }),
      response: {
        ...(!endpoint.image && { [endpoint.status]: envelope(endpoint.reply) }),
        '4xx': errorBodySchema,
        '5xx': errorBodySchema,
      },
    },
    handler: async (request, reply) => {
      reply.code(endpoint.status);
      const data = await handler({
        request,
        reply,
        caller: () => {
          if (!request.caller) throw refuse.unauthorized();
          return request.caller;
        },
      });
      const long = longListOf(reply);
      if (long) return app.sendLongList(request, reply, long);
      if (endpoint.image) reply.type(endpoint.image);
      return endpoint.image ? data : { data };
    },
  });
}

/** The heading a call stands under in the documentation: the first word of its path that says what it is about. */
function tagOf(path: string): string {
  const within = path.startsWith(`${resourcesPath}/`) ? resourcesPath : '/api';
  return path.slice(within.length + 1).split('/')[0] ?? 'api';
}
