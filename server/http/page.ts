import type { FastifyReply } from 'fastify';
import { headers } from '../../contract/headers';
import type { ListRequest, Page } from '../db/list-rows';

/** Answers the rows of a list; a page says in `Content-Range` which ones they are, and of how many. */
export function sendPage<Row>(reply: FastifyReply, request: ListRequest, { rows, total }: Page<Row>): Row[] {
  if (request.range && total !== undefined) {
    const { first } = request.range;
    const shown = rows.length === 0 ? '*' : `${first}-${first + rows.length - 1}`;
    reply.header(headers.contentRange, `items ${shown}/${total}`);
  }
  return rows;
}
