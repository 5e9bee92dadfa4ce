import type { FastifyInstance } from 'fastify';
import { securityList } from '../../contract/list-query';
import type { Database } from '../db/client';
import { sendPage } from '../http/page';
import { route } from '../http/route';
import { parseListQuery } from '../lists/list-query';
import { often } from './alerts';
import { listSecurityEvents } from './list';

interface SecurityServices {
  database: Database;
  config: { retention: { securityEvents: number } };
}

/** The security events, to be read and nothing else. */
export function securityRoutes(app: FastifyInstance, { database, config }: SecurityServices): void {
  route(app, 'listSecurityEvents', 'reads', async ({ query, reply }) => {
    const request = parseListQuery(query, securityList);
    return sendPage(reply, request, await listSecurityEvents(database, request));
  });

  route(app, 'readSecurityPolicy', 'reads', async () => ({
    days: config.retention.securityEvents,
    ...often,
  }));
}
