import type { FastifyInstance } from 'fastify';
import { securityList } from '../../contract/list-query';
import type { Reads } from '../db/reads';
import { sendPage } from '../http/page';
import { route, routeRead } from '../http/route';
import { parseListQuery } from '../lists/list-query';
import { often } from './alerts';
import { listSecurityEvents } from './list';

interface SecurityServices {
  reads: Reads;
  config: { retention: { securityEvents: number } };
}

/** The security events, to be read and nothing else. */
export function securityRoutes(app: FastifyInstance, { reads, config }: SecurityServices): void {
  routeRead(app, 'listSecurityEvents', 'reads', reads, async ({ query, reply }, read) => {
    const request = parseListQuery(query, securityList);
    return sendPage(reply, request, await read((source) => listSecurityEvents(source, request)));
  });

  route(app, 'readSecurityPolicy', 'reads', async () => ({
    days: config.retention.securityEvents,
    ...often,
  }));
}
