import type { FastifyInstance } from 'fastify';
import { offenderList } from '../../contract/list-query';
import type { Database } from '../db/client';
import { sendPage } from '../http/page';
import { route } from '../http/route';
import { parseListQuery } from '../lists/list-query';
import { createBooks } from './books';

/** The invariants of the books, checked live, with the rows that break them. */
export function bookRoutes(app: FastifyInstance, { database }: { database: Database }): void {
  const books = createBooks(database);

  route(app, 'checkBooks', 'books', async () => books.check());

  route(app, 'listOffenders', 'books', async ({ params, query, reply }) => {
    const request = parseListQuery(query, offenderList);
    return sendPage(reply, request, await books.listOffenders(params.check, request));
  });
}
