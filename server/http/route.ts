import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Access } from '../../contract/calls';
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
import type { Caller } from './caller';
import type { LimitName } from './rate-limits';
import { refuse } from './refusal';

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
export interface Call<E> {
  body: BodyOf<E>;
  params: ParamsOf<E>;
  query: E extends { query: unknown } ? QueryOf<E> : ListQuery;
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
  const endpoint: Endpoint = endpoints[name];
  app.route({
    method: endpoint.method,
    // Only an id fills a parameter, so that /api/user/login is never taken for the user named "login".
    url: endpoint.path.replaceAll(/:\w+/g, '$&(^[0-9a-fA-F-]{36}$)'),
    config: { access: endpoint.access, limit },
    schema: {
      summary: endpoint.summary,
      operationId: name,
      tags: [endpoint.path.split('/')[2] ?? 'api'],
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
        // The schemas above have parsed these; Fastify hands them over untyped.
        body: request.body as BodyOf<Endpoints[N]>,
        params: request.params as ParamsOf<Endpoints[N]>,
        query: request.query as Call<Endpoints[N]>['query'],
        request,
        reply,
        caller: () => {
          if (!request.caller) throw refuse.unauthorized();
          return request.caller;
        },
      });
      if (endpoint.image) reply.type(endpoint.image);
      return endpoint.image ? data : { data };
    },
  });
}
