import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { headers } from '../../contract/headers';
import { refuse } from '../errors/refusal';
import { createFairSemaphore, type FairSemaphore } from '../fair-semaphore';
import type { RateLimits } from '../limits/limits';
import { type ListRequest, type Page, rowsAtOnce } from '../lists/list';
import { networkOf } from '../network';
import { hungUp } from './hang-up';

/** Rows that count as one read. */
const rowsOfRead = 100;
/** Reads that one list counts as at most: however long it is, it can be asked for. */
const readsOfList = 300;
/** Whole lists that are read for one person at once, and that are sent to one, by this process. */
const listsAtOnce = 2;
/** Those of one person that wait to be read; more are refused for a second. */
const listsWaiting = 100;
/** Milliseconds that a list may take to be sent, and between two looks at whether its reader may still read it. */
const listTimes = { longest: 10 * 60_000, lookEvery: 1_000 };

/** A list that is sent in parts. */
interface LongList {
  /** Whether it was called bare, and may be of any length; a page has a thousand rows at most. */
  whole: boolean;
  rows: number;
  text: AsyncIterable<string>;
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Reads a list that was called bare, up to its first rows; a few of one person at a time. */
    readWholeList<T>(request: FastifyRequest, reply: FastifyReply, read: () => Promise<T>): Promise<T>;
    sendLongList(request: FastifyRequest, reply: FastifyReply, list: LongList): Promise<FastifyReply>;
  }
}

/**
 * Answers the rows of a list; unless it was called bare, `Content-Range` says which ones they are, and of how many. A
 * long list is not counted to its end: then `X-Total-Relation: gte` says that there are at least as many. Many rows are
 * sent in parts, as they are read, and others are answered in between.
 */
export function sendPage<Row>(reply: FastifyReply, request: ListRequest, page: Page<Row>): Row[] {
  const { rows, rest, total, atLeast } = page;
  const { range, sort, conditions } = request;
  const sent = range ? rows.length : (page.all ?? rows.length);
  // Without a range nothing was counted: as many as there are were sent.
  const of = range ? total : sent;
  const isBare = !range && !sort && conditions.length === 0;
  if (of !== undefined && !isBare) {
    const first = range?.first ?? 0;
    const shown = sent === 0 ? '*' : `${first}-${first + sent - 1}`;
    reply.header(headers.contentRange, `items ${shown}/${of}`);
    if (atLeast) reply.header(headers.totalRelation, 'gte');
  }
  if (rest || rows.length > rowsAtOnce) {
    const text = asText(reply, partsOf(rows, rest));
    longLists.set(reply, { whole: !range, rows: page.all ?? rows.length, text });
  }
  return rows;
}

const longLists = new WeakMap<FastifyReply, LongList>();

/** The list of an answer that is too long for one piece, if it is; `sendLongList` sends it. */
export function longListOf(reply: FastifyReply): LongList | undefined {
  return longLists.get(reply);
}

/**
 * Lets the server send long lists. A whole one costs its caller as many reads as it has rows for, and few run at once;
 * whoever reads page by page pays by the page. A list breaks off, and never seems to be whole, when its reader is shut out
 * meanwhile or takes too long. How long one is comes out when its ids are in memory: so few are read at once as well, and others
 * wait.
 */
export function limitLongLists(app: FastifyInstance, limits: RateLimits, times = listTimes): void {
  const running = new Map<string, number>();
  const reading = new Map<string, { places: FairSemaphore; taken: number }>();
  const askerOf = ({ caller, ip }: FastifyRequest) => caller?.userId ?? networkOf(ip);
  app.decorate('readWholeList', async (request, reply, read) => {
    const key = askerOf(request);
    const own = reading.get(key) ?? { places: createFairSemaphore(listsAtOnce, listsWaiting, 1), taken: 0 };
    reading.set(key, own);
    own.taken += 1;
    try {
      return await own.places.run({ key, known: true, gone: hungUp(reply) }, read);
    } finally {
      own.taken -= 1;
      if (own.taken === 0) reading.delete(key);
    }
  });
  app.decorate('sendLongList', async (request, reply, { whole, rows, text }) => {
    reply.type('application/json; charset=utf-8');
    const send = () =>
      Readable.from(whilePermitted(request, text, times.lookEvery), {
        signal: AbortSignal.timeout(times.longest),
      });
    if (!whole) return reply.send(send());
    const who = askerOf(request);
    // The call itself has counted as the first.
    const reads = Math.min(Math.ceil(rows / rowsOfRead), readsOfList) - 1;
    await limits.spend('reads', request.caller?.sessionId ?? who, undefined, reads);
    const before = running.get(who) ?? 0;
    if (before >= listsAtOnce) throw refuse.rateLimited(1);
    running.set(who, before + 1);
    const stream = send().once('close', () => {
      const left = (running.get(who) ?? 1) - 1;
      if (left > 0) running.set(who, left);
      else running.delete(who);
    });
    return reply.send(stream);
  });
}

/**
 * The parts for as long as whoever asked may read them. Each has been read by the time it is asked whether they may, so
 * that nothing of afterwards is sent.
 */
async function* whilePermitted(
  { stillMay }: FastifyRequest,
  parts: AsyncIterable<string>,
  lookEvery: number,
): AsyncGenerator<string> {
  let lookedAt = performance.now();
  for await (const part of parts) {
    if (stillMay && performance.now() - lookedAt >= lookEvery) {
      if (!(await stillMay())) throw refuse.unauthorized();
      lookedAt = performance.now();
    }
    yield part;
  }
}

/** Rows a few at a time, with room for others in between. */
async function* partsOf<Row>(rows: Row[], rest: AsyncIterable<Row[]> | undefined): AsyncGenerator<Row[]> {
  for (let from = 0; from < rows.length; from += rowsAtOnce) {
    if (from > 0) await nextTurn();
    yield rows.slice(from, from + rowsAtOnce);
  }
  if (rest) yield* rest;
}

/** The same text as of an answer in one piece, each part of it checked by the reply's schema. */
async function* asText<Row>(reply: FastifyReply, parts: AsyncIterable<Row[]>): AsyncGenerator<string> {
  const [begin, end] = ['{"data":[', ']}'];
  const inside = (some: Row[]) => String(reply.serialize({ data: some })).slice(begin.length, -end.length);
  let before = begin;
  for await (const part of parts) {
    if (part.length === 0) continue;
    yield before + inside(part);
    before = ',';
  }
  yield before === begin ? begin + end : end;
}
