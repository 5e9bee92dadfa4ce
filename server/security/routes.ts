import type { FastifyInstance } from 'fastify';
import { securityList } from '../../contract/list-query';
import { parseListQuery } from '../http/list-query';
import { sendPage } from '../http/page';
import { route } from '../http/route';
import type { Services } from '../services';
import { often } from './alerts';
import { listSecurityEvents } from './list';

/** The security events, to be read and nothing else. */
export function securityRoutes(app: FastifyInstance, { database, config }: Services): void {
  route(app, 'listSecurityEvents', 'reads', async ({ query, reply }) => {
    const request = parseListQuery(query, securityList);
    return sendPage(reply, request, await listSecurityEvents(database, request));
  });

  route(app, 'readSecurityPolicy', 'reads', async () => ({ days: config.securityEventsDays, ...often }));
}
