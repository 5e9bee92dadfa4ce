import type { FastifyInstance } from 'fastify';
import type { UserType } from '../../contract/enums';
import { auditList } from '../../contract/list-query';
import type { Database } from '../db/client';
import type { ReadableSubjects } from '../db/readable-subjects';
import type { Reads } from '../db/reads';
import { sendPage } from '../http/page';
import { route, routeRead } from '../http/route';
import { parseListQuery } from '../lists/list-query';
import { listAudit } from './list';
import { readActProof } from './proofs';

interface AuditServices {
  database: Database;
  reads: Reads;
  /** What a role may read events and proposals about. */
  readableBy(type: UserType): ReadableSubjects;
}

/** The audit log and what was signed, to be read and nothing else. */
export function auditRoutes(app: FastifyInstance, { database, reads, readableBy }: AuditServices): void {
  routeRead(app, 'listAudit', 'reads', reads, async ({ query, reply, caller }, read) => {
    const request = parseListQuery(query, auditList);
    const readable = readableBy(caller().type);
    return sendPage(reply, request, await read((source) => listAudit(source, request, readable)));
  });

  route(app, 'readActProof', 'reads', async ({ params, caller }) =>
    readActProof(database, params.proofId, readableBy(caller().type)),
  );
}
