import type { FastifyInstance, FastifyRequest } from 'fastify';
import { calls, offeredAs } from '../../contract/calls';
import type { ListQuery } from '../../contract/list-query';
import type { SiteMode } from '../../contract/site';
import type { Database } from '../db/client';
import type { Reads } from '../db/reads';
import { asRefusal } from '../errors/failures';
import { sendVersion } from '../http/etag';
import { sendPage } from '../http/page';
import { route, type Served, serveEndpoint, serveRead } from '../http/route';
import { serveWrite } from '../http/write';
import { parseListQuery } from '../lists/list-query';
import type { ProposeServices } from '../proposals/propose';
import type { Commit } from '../writes/commit';
import { writeOrPropose } from './address-kind';
import type { Row } from './columns';
import type { Resource } from './define-resource';
import { endpointsOf, type Operation, operations } from './endpoints';
import { listRecords, readRecord } from './records';

// The endpoint's schemas have parsed these; Fastify hands them over untyped.
const idOf = (request: FastifyRequest) => (request.params as { id: string }).id;
const bodyOf = (request: FastifyRequest) => request.body as Row;

interface ResourceServices extends ProposeServices {
  database: Database;
  reads: Reads;
  commit: Commit;
  config: { siteMode: SiteMode; fourEyes: { address: boolean } };
}

/** Serves the declared resources under /api/admin, and says which calls there are. Throws when two have the same name. */
export function resourceRoutes(
  app: FastifyInstance,
  services: ResourceServices,
  resources: readonly Resource[],
): void {
  const declared = resources.map((resource) => ({ resource, endpoints: endpointsOf(resource) }));
  const offered = [calls, ...declared.map(({ endpoints }) => endpoints)]
    .flatMap((each) => Object.values(each))
    .map(offeredAs);
  route(app, 'listOffered', 'reads', async () => offered);
  for (const { resource, endpoints } of declared) {
    const serve = serversOf(app, resource, services);
    for (const operation of operations) {
      const endpoint = endpoints[operation];
      const limit = endpoint?.method === 'GET' ? 'reads' : 'writes';
      if (endpoint) serve[operation]({ operationId: `${resource.name}.${operation}`, endpoint, limit });
    }
  }
}

function serversOf(
  app: FastifyInstance,
  resource: Resource,
  services: ResourceServices,
): Record<Operation, (served: Served) => void> {
  const { database, reads, commit } = services;
  /** What the table refuses is the caller's to mend. */
  const commitRecord: Commit = (change, work, open) =>
    commit(change, work, open).catch((error: unknown) => {
      throw asRefusal(error);
    });

  return {
    list: (served) =>
      serveRead(app, served, reads, async ({ request, reply }, read) => {
        const query = parseListQuery(request.query as ListQuery, resource.list);
        return sendPage(reply, query, await read((source) => listRecords(source, resource, query)));
      }),

    get: (served) =>
      serveEndpoint(app, served, async ({ request, reply }) => {
        const record = await readRecord(database.db, resource, idOf(request));
        sendVersion(reply, record.version);
        return record;
      }),

    create: (served) =>
      serveWrite(app, served, commitRecord, {
        operation: `${resource.name}.create`,
        work: (tx, { actor, request }) =>
          writeOrPropose(tx, services, actor, resource, { write: 'create', values: bodyOf(request) }),
      }),

    update: (served) =>
      serveWrite(app, served, commitRecord, {
        operation: `${resource.name}.update`,
        on: ({ request }) => idOf(request),
        versioned: true,
        work: (tx, { actor, request, ifMatch }) =>
          writeOrPropose(
            tx,
            services,
            actor,
            resource,
            { write: 'update', values: bodyOf(request) },
            { id: idOf(request), ifMatch },
          ),
      }),

    delete: (served) =>
      serveWrite(app, served, commitRecord, {
        operation: `${resource.name}.delete`,
        on: ({ request }) => idOf(request),
        versioned: true,
        work: (tx, { actor, request, ifMatch }) =>
          writeOrPropose(tx, services, actor, resource, { write: 'delete' }, { id: idOf(request), ifMatch }),
      }),
  };
}
