import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ListQuery } from '../../contract/list-query';
import type { SiteMode } from '../../contract/site';
import type { Database, Tx } from '../db/client';
import { sendPage } from '../http/page';
import { serveEndpoint } from '../http/route';
import { actorOf, readIdempotencyKey, readIfMatch, sendVersion } from '../http/write-headers';
import { parseListQuery } from '../lists/list-query';
import { once } from '../writes/idempotency';
import type { Row } from './columns';
import type { Resource } from './define-resource';
import { endpointsOf, type Operation } from './endpoints';
import {
  asRefusal,
  createRecord,
  deleteRecord,
  listRecords,
  type ResourceRecord,
  readRecord,
  updateRecord,
  type Writer,
} from './records';

type Handler = Parameters<typeof serveEndpoint>[4];
type Call = Parameters<Handler>[0];

// The endpoint's schemas have parsed these; Fastify hands them over untyped.
const idOf = (request: FastifyRequest) => (request.params as { id: string }).id;
const bodyOf = (request: FastifyRequest) => request.body as Row;

interface ResourceServices {
  database: Database;
  config: { siteMode: SiteMode };
}

/** Serves the declared resources under /api/admin. Throws when two have the same name. */
export function resourceRoutes(
  app: FastifyInstance,
  services: ResourceServices,
  resources: readonly Resource[],
): void {
  for (const resource of resources) {
    const handlers = handlersOf(resource, services);
    for (const [operation, endpoint] of Object.entries(endpointsOf(resource))) {
      const limit = endpoint.method === 'GET' ? 'reads' : 'writes';
      serveEndpoint(app, `${resource.name}.${operation}`, endpoint, limit, handlers[operation as Operation]);
    }
  }
}

function handlersOf(resource: Resource, { database, config }: ResourceServices): Record<Operation, Handler> {
  /** Does a write once per key and tells its version; what the table refuses is the caller's to mend. */
  async function write(
    { request, reply, caller }: Call,
    operation: string,
    body: Row | null,
    work: (tx: Tx, writer: Writer) => Promise<ResourceRecord>,
  ): Promise<ResourceRecord> {
    const writer = { actor: actorOf(request, caller()), siteMode: config.siteMode };
    const key = readIdempotencyKey(request);
    const { userId } = writer.actor;
    const retryable = { key, userId, operation: `${resource.name}.${operation}`, body };
    const record = await database
      .transact((tx) => once(tx, retryable, () => work(tx, writer)))
      .catch((error: unknown) => {
        throw asRefusal(error);
      });
    sendVersion(reply, record.version);
    return record;
  }

  return {
    async list({ request, reply }) {
      const query = parseListQuery(request.query as ListQuery, resource.list);
      return sendPage(reply, query, await listRecords(database, resource, query));
    },

    async get({ request, reply }) {
      const record = await readRecord(database.db, resource, idOf(request));
      sendVersion(reply, record.version);
      return record;
    },

    async create(call) {
      const body = bodyOf(call.request);
      return write(call, 'create', body, (tx, writer) => createRecord(tx, resource, writer, body));
    },

    async update(call) {
      const [id, body] = [idOf(call.request), bodyOf(call.request)];
      const ifMatch = readIfMatch(call.request);
      return write(call, `update ${id} ${ifMatch ?? '*'}`, body, (tx, writer) =>
        updateRecord(tx, resource, writer, id, body, ifMatch),
      );
    },

    async delete(call) {
      const id = idOf(call.request);
      const ifMatch = readIfMatch(call.request);
      // Whatever body came with it was not looked at.
      return write(call, `delete ${id} ${ifMatch ?? '*'}`, null, (tx, writer) =>
        deleteRecord(tx, resource, writer, id, ifMatch),
      );
    },
  };
}
