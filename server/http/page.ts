import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { headers } from '../../contract/headers';
import type { ListRequest, Page } from '../db/list-rows';

/**
 * Answers the rows of a list; a page says in `Content-Range` which ones they are, and of how many. A long list is not
 * counted to its end: then `X-Total-Relation: gte` says that there are at least as many. A whole list too long for
 * memory is sent as it is read.
 */
export function sendPage<Row>(
  reply: FastifyReply,
  request: ListRequest,
  { rows, rest, total, atLeast }: Page<Row>,
): Row[] {
  if (request.range && total !== undefined) {
    const { first } = request.range;
    const shown = rows.length === 0 ? '*' : `${first}-${first + rows.length - 1}`;
    reply.header(headers.contentRange, `items ${shown}/${total}`);
    if (atLeast) reply.header(headers.totalRelation, 'gte');
  }
  if (rest) longLists.set(reply, Readable.from(asText(reply, rows, rest)));
  return rows;
}

const longLists = new WeakMap<FastifyReply, Readable>();

/** The text of an answer whose list is too long for one piece, if it is. */
export function longListOf(reply: FastifyReply): Readable | undefined {
  return longLists.get(reply);
}

/** The same text as of an answer in one piece, each part of it checked by the reply's schema. */
async function* asText<Row>(reply: FastifyReply, rows: Row[], rest: AsyncIterable<Row[]>) {
  const [begin, end] = ['{"data":[', ']}'];
  const inside = (some: Row[]) => String(reply.serialize({ data: some })).slice(begin.length, -end.length);
  yield begin + inside(rows);
  for await (const more of rest) if (more.length > 0) yield `,${inside(more)}`;
  yield end;
}
