import type { FastifyInstance } from 'fastify';
import { mailList } from '../../contract/list-query';
import { parseListQuery } from '../http/list-query';
import { sendPage } from '../http/page';
import { route } from '../http/route';
import type { Services } from '../services';
import { listMail } from './list';

/** What became of the mails, to be read and nothing else. */
export function mailRoutes(app: FastifyInstance, { database }: Services): void {
  route(app, 'listMail', 'reads', async ({ query, reply }) => {
    const request = parseListQuery(query, mailList);
    return sendPage(reply, request, await listMail(database, request));
  });
}
