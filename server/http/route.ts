import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Access } from '../../contract/access';
import { resourcesPath } from '../../contract/calls';
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
import { sentForApprovalSchema } from '../../contract/proposals';
import { isSentForApproval } from '../../contract/sent-for-approval';
import { envelope, errorBodySchema, listQuerySchema } from '../../contract/wire';
import { refuse } from '../errors/refusal';
import type { LimitName } from '../limits/limits';
import type { Caller, JoinedOwn, ReadOwn } from '../request';
import { longListOf } from './page';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Who may call; an API route without it is refused when it is registered. */
    access?: Access;
    limit?: LimitName;
    /** As the call has it (contract/calls.ts). */
    beforeFactor?: true;
    stepUp?: true;
    /** What is served; none where bytes come in, which no passkey can sign. */
    signable?: Pick<Served, 'operationId' | 'endpoint'>;
    /** What is read of the caller's own with the question who that is. */
    readOwn?: ReadOwn | JoinedOwn;
  }
  interface FastifyRequest {
    caller?: Caller;
    /** Whether the caller would still be let in; asked while a long answer leaves. None where anybody may call. */
    stillMay?: () => Promise<boolean>;
    /** What came of `readOwn`. */
    own?: PromiseSettledResult<unknown>;
    /** The version of what a passkey has signed the request about. */
    signedVersion?: number | undefined;
  }
}

/** What a handler is given: everything parsed by the endpoint's schemas. */
export interface Call<E> extends AnyCall {
  body: BodyOf<E>;
  params: ParamsOf<E>;
  query: E extends { query: unknown } ? QueryOf<E> : ListQuery;
}

export interface AnyCall {
  request: FastifyRequest;
  reply: FastifyReply;
  /** The signed-in person; throws 401 on a public endpoint, where there may be none. */
  caller(): Caller;
}

type Handler<N extends EndpointName> = (call: Call<Endpoints[N]>) => Promise<ReplyOf<Endpoints[N]>>;

type ReadName = { [N in EndpointName]: Endpoints[N]['method'] extends 'GET' ? N : never }[EndpointName];

/**
 * Serves an endpoint of the contract that reads: its schemas check the request and the reply, its access is enforced,
 * and what the handler returns leaves as `{data}`; a file as it is. What changes something is served by write.ts.
 */
export function route<N extends ReadName>(
  app: FastifyInstance,
  name: N,
  limit: LimitName,
  handler: Handler<N>,
): void {
  serveNamed(app, name, { limit }, handler);
}

/**
 * Serves an endpoint that reads and whose data the handler writes as JSON itself, in parts, since they are too many to be
 * written at once. No schema looks at them once more.
 */
export function routeWritten<N extends ReadName>(
  app: FastifyInstance,
  name: N,
  limit: LimitName,
  handler: (call: AnyCall) => Promise<Buffer[]>,
): void {
  const endpoint: Endpoint = endpoints[name];
  serveEndpoint(app, { operationId: name, endpoint, limit }, async (call) => {
    const data = await handler(call);
    call.reply.type('application/json; charset=utf-8');
    return new Written(Buffer.concat([Buffer.from('{"data":'), ...data, Buffer.from('}')]));
  });
}

/** An answer that is written already. */
class Written {
  constructor(readonly body: Buffer) {}
}

/**
 * Serves a read of the caller's own whose record needs the id of the person alone: `read` is sent with the question whose
 * session it is, or is a part of it, and what it answers is given to `finish`.
 */
export function routeOwn<N extends ReadName, Queries, From>(
  app: FastifyInstance,
  name: N,
  limit: LimitName,
  read: ReadOwn<Queries, ReplyOf<Endpoints[N]>> | JoinedOwn<From, ReplyOf<Endpoints[N]>>,
  finish: (record: ReplyOf<Endpoints[N]>, reply: FastifyReply) => void = () => {},
): void {
  // Who authenticates has queries of the kind that `read` takes: the composition of the server makes both.
  const readOwn = read as ReadOwn | JoinedOwn;
  serveNamed(app, name, { limit, readOwn }, async ({ request, reply }) => {
    const { own } = request;
    if (!own) throw refuse.unauthorized();
    if (own.status === 'rejected') throw own.reason;
    // It is what `read` has answered.
    const record = own.value as ReplyOf<Endpoints[N]>;
    finish(record, reply);
    return record;
  });
}

/** Where is read what decides nothing, and how that is asked for a caller (server/db/reads.ts). */
export interface Reads<Source, Position, Queries> {
  position?(queries: Queries, userId: string): Promise<Position>;
  read<T>(position: Position | undefined, work: (source: Source) => Promise<T>): Promise<T>;
}

/** Reads from where it may be read; `work` does nothing else, as it may be run twice. */
type Read<Source> = <T>(work: (source: Source) => Promise<T>) => Promise<T>;

/**
 * Serves a read that decides nothing and shows no version that a write is held against: lists, sums and reports. It may
 * be behind others' writes by seconds, and is never behind the caller's own.
 */
export function routeRead<N extends ReadName, Source, Position, Queries>(
  app: FastifyInstance,
  name: N,
  limit: LimitName,
  reads: Reads<Source, Position, Queries>,
  handler: (call: Call<Endpoints[N]>, read: Read<Source>) => Promise<ReplyOf<Endpoints[N]>>,
): void {
  serveNamed(app, name, { limit, ...askPosition(reads) }, (call) => handler(call, readFor(call, reads)));
}

/** The same of an endpoint that is not the contract's. */
export function serveRead<Source, Position, Queries>(
  app: FastifyInstance,
  served: Served,
  reads: Reads<Source, Position, Queries>,
  handler: (call: AnyCall, read: Read<Source>) => Promise<unknown>,
): void {
  serveEndpoint(app, { ...served, ...askPosition(reads) }, (call) => handler(call, readFor(call, reads)));
}

function askPosition<Source, Position, Queries>({ position }: Reads<Source, Position, Queries>) {
  // As in routeOwn.
  return position && { readOwn: position as ReadOwn<unknown, Position> };
}

function readFor<Source, Position, Queries>(
  { request: { own } }: AnyCall,
  { read }: Reads<Source, Position, Queries>,
): Read<Source> {
  // It is what `position` has answered.
  const position = own?.status === 'fulfilled' ? (own.value as Position) : undefined;
  return (work) => read(position, work);
}

/**
 * Serves an endpoint that has a changing method and is no write: it changes nothing, or nothing that has an actor, a
 * version and a place in the audit log. `why` says so.
 */
export function routeOutsideWrite<N extends Exclude<EndpointName, ReadName>>(
  app: FastifyInstance,
  name: N,
  limit: LimitName,
  why: string,
  handler: Handler<N>,
): void {
  serveNamed(app, name, { limit, outsideWrite: why }, handler);
}

function serveNamed<N extends EndpointName>(
  app: FastifyInstance,
  name: N,
  options: Pick<Served, 'limit' | 'outsideWrite' | 'readOwn'>,
  handler: Handler<N>,
): void {
  serveEndpoint(app, { operationId: name, endpoint: endpoints[name], ...options }, (call) =>
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

/** An endpoint, of the contract or of a resource. */
export interface Served extends Pick<FastifyContextConfig, 'changes' | 'outsideWrite' | 'readOwn'> {
  /** Its name in the documentation. */
  operationId: string;
  endpoint: Endpoint;
  limit: LimitName;
}

/** Serves an endpoint. */
export function serveEndpoint(
  app: FastifyInstance,
  { operationId, endpoint, limit, ...changes }: Served,
  handler: (call: AnyCall) => Promise<unknown>,
): void {
  const { status = 200 } = endpoint;
  app.route({
    method: endpoint.method,
    url: endpoint.path.replaceAll(/:\w+/g, (parameter) => `${parameter}(^${patternOf(parameter)}$)`),
    config: {
      access: endpoint.access,
      limit,
      ...(endpoint.beforeFactor && { beforeFactor: true }),
      ...(endpoint.stepUp && { stepUp: true }),
      ...(!endpoint.upload && { signable: { operationId, endpoint } }),
      ...changes,
    },
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
        ...(!endpoint.file && { [status]: envelope(endpoint.reply) }),
        ...(endpoint.proposes && { 202: envelope(sentForApprovalSchema) }),
        '4xx': errorBodySchema,
        '5xx': errorBodySchema,
      },
    },
    handler: async (request, reply) => {
      reply.code(status);
      const answer = () =>
        handler({
          request,
          reply,
          caller: () => {
            if (!request.caller) throw refuse.unauthorized();
            return request.caller;
          },
        });
      const isWhole = endpoint.list && (request.query as ListQuery).range === undefined;
      const data = isWhole ? await app.readWholeList(request, reply, answer) : await answer();
      if (data instanceof Written) return data.body;
      const long = longListOf(reply);
      if (long) return app.sendLongList(request, reply, long);
      if (endpoint.proposes && isSentForApproval(data)) reply.code(202);
      if (endpoint.file) reply.type(endpoint.file);
      return endpoint.file ? data : { data };
    },
  });
}

/** The heading a call stands under in the documentation: the first word of its path that says what it is about. */
function tagOf(path: string): string {
  const within = path.startsWith(`${resourcesPath}/`) ? resourcesPath : '/api';
  return path.slice(within.length + 1).split('/')[0] ?? 'api';
}
