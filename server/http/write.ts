import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  type BodyOf,
  type EndpointName,
  type Endpoints,
  endpoints,
  type ParamsOf,
  type ReplyOf,
} from '../../contract/endpoints';
import type { LimitName } from '../limits/limits';
import type { Caller, Change } from '../request';
import { byWrite } from './changes';
import { sendVersion } from './etag';
import { type Served, serveEndpoint } from './route';
import { actorOf, readIdempotencyKey, readIfMatch } from './write-headers';

/** Does the work of a change in one transaction, once per key (server/writes/commit.ts). */
type Commit<Tx, Db> = <T, O>(
  change: Change,
  work: (tx: Tx, opened: O) => Promise<T>,
  open?: (db: Db, again: boolean) => Promise<O>,
) => Promise<T>;

/** What a changing call brings along. */
export interface ServedWrite {
  request: FastifyRequest;
  caller: Caller;
  /** Who is written down as having acted, and why. */
  actor: Change['actor'];
  key: string | undefined;
  /** The version that the caller has read, or has signed for; none where the call has no versions, or names none. */
  ifMatch: number | undefined;
}

/** The same of a call of the contract, with what its schemas have parsed. */
interface WriteCall<E> extends ServedWrite {
  body: BodyOf<E>;
  params: ParamsOf<E>;
}

interface Write<Call, Reply, Tx, Db, Opened> {
  /** Names the call, and with `on` what it is called on: the same key for another one is a mistake. */
  operation: string;
  on?(call: Call): string;
  /** Whether `If-Match` is read. */
  versioned?: boolean;
  /**
   * Reads and locks that wait for nothing but the call: they are sent with the begin of the transaction. `again` when
   * it is run another time, after a conflict.
   */
  open?(db: Db, call: Call, again: boolean): Promise<Opened>;
  /** Makes the change and writes down who changed what, in the transaction. A conflict runs it again. */
  work(tx: Tx, call: Call, opened: Opened): Promise<Reply>;
  /** The answer as it leaves. What is kept for a repeated request is what it was before. */
  show?(reply: Reply): Reply;
}

/**
 * Serves a changing call of the contract: reads who acts and why, the idempotency key and the version, has `commit` do
 * the work, and answers with the `ETag` of what has a version.
 */
export function write<N extends EndpointName, Tx, Db, Opened = undefined>(
  app: FastifyInstance,
  name: N,
  limit: LimitName,
  commit: Commit<Tx, Db>,
  { on, open, work, ...options }: Write<WriteCall<Endpoints[N]>, ReplyOf<Endpoints[N]>, Tx, Db, Opened>,
): void {
  serveWrite(app, { operationId: name, endpoint: endpoints[name], limit }, commit, {
    ...options,
    ...(on && { on: (call: ServedWrite) => on(parsed<Endpoints[N]>(call)) }),
    ...(open && {
      open: (db: Db, call: ServedWrite, again: boolean) => open(db, parsed<Endpoints[N]>(call), again),
    }),
    work: (tx, call, opened: Opened) => work(tx, parsed<Endpoints[N]>(call), opened),
  });
}

/** Serves a changing call of the contract that commits many changes, each by itself; `handler` commits them. */
export function writeEach<N extends EndpointName>(
  app: FastifyInstance,
  name: N,
  limit: LimitName,
  handler: (call: WriteCall<Endpoints[N]>) => Promise<ReplyOf<Endpoints[N]>>,
): void {
  serveChanging(app, { operationId: name, endpoint: endpoints[name], limit }, false, (call) =>
    handler(parsed<Endpoints[N]>(call)),
  );
}

/** Serves a changing call of an endpoint that is not the contract's, as {@link write} does. */
export function serveWrite<Reply, Tx, Db, Opened = undefined>(
  app: FastifyInstance,
  served: Served,
  commit: Commit<Tx, Db>,
  { operation, on, versioned = false, open, work, show }: Write<ServedWrite, Reply, Tx, Db, Opened>,
): void {
  serveChanging(app, served, versioned, async (call) => {
    const { actor, key, request } = call;
    // As it was sent: the same request, and so the same key, may have been signed for the version before its own change.
    const words = [operation, ...(on ? [on(call)] : []), ...(versioned ? [readIfMatch(request) ?? '*'] : [])];
    // Where a call has no body, whatever came as one is not looked at.
    const body = served.endpoint.body ? request.body : null;
    const change = { actor, key, operation: words.join(' '), body };
    const reply = await commit(
      change,
      (tx, opened: Opened) => work(tx, call, opened),
      open && ((db, again) => open(db, call, again)),
    );
    return show ? show(reply) : reply;
  });
}

/** Reads the headers of a changing call, and tells the version of its answer if that has one. */
function serveChanging(
  app: FastifyInstance,
  served: Served,
  versioned: boolean,
  handler: (call: ServedWrite) => Promise<unknown>,
): void {
  serveEndpoint(app, { ...served, changes: byWrite }, async ({ request, reply, caller }) => {
    const actor = actorOf(request, caller());
    const ifMatch = versioned ? (readIfMatch(request) ?? request.signedVersion) : undefined;
    const key = readIdempotencyKey(request);
    const answer = await handler({ request, caller: caller(), actor, key, ifMatch });
    if (isVersioned(answer)) sendVersion(reply, answer.version);
    return answer;
  });
}

/** The schemas have parsed these; Fastify hands them over untyped. */
function parsed<E>(call: ServedWrite): WriteCall<E> {
  return { ...call, body: call.request.body as BodyOf<E>, params: call.request.params as ParamsOf<E> };
}

function isVersioned(answer: unknown): answer is { version: number } {
  if (typeof answer !== 'object' || answer === null || !('version' in answer)) return false;
  return typeof answer.version === 'number';
}
