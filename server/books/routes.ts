import type { FastifyInstance } from 'fastify';
import { offenderList } from '../../contract/list-query';
import type { Database } from '../db/client';
import { requesterOf } from '../http/hang-up';
import { sendPage } from '../http/page';
import { route } from '../http/route';
import { parseListQuery } from '../lists/list-query';
import { createBooks } from './books';

/** The invariants of the books, checked live, with the rows that break them. */
export function bookRoutes(app: FastifyInstance, { database }: { database: Database }): void {
  const books = createBooks(database, {
    log: (err) => app.log.error({ err }, 'the books could not be checked'),
  });
  app.addHook('onClose', () => books.stop());

  route(app, 'checkBooks', 'books', async (call) => books.check(requesterOf(call)));

  route(app, 'readBooks', 'reads', async () => books.read());

  route(app, 'recheckBooks', 'books', async () => books.recheck());

  route(app, 'listOffenders', 'books', async (call) => {
    const request = parseListQuery(call.query, offenderList);
    const offenders = await books.listOffenders(call.params.check, request, requesterOf(call));
    return sendPage(call.reply, request, offenders);
  });
}
