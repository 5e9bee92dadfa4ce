import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { mailList } from '../../contract/list-query';
import { serverPaths } from '../../contract/paths';
import type { Reads } from '../db/reads';
import { refuseUnknown } from '../http/errors';
import { sendPage } from '../http/page';
import { routeRead } from '../http/route';
import { parseListQuery } from '../lists/list-query';
import { mailboxPage, readFolder } from './dev-mailbox';
import { listMail } from './list';

/** What became of the mails, to be read and nothing else. */
export function mailRoutes(app: FastifyInstance, { reads }: { reads: Reads }): void {
  routeRead(app, 'listMail', 'reads', reads, async ({ query, reply }, read) => {
    const request = parseListQuery(query, mailList);
    return sendPage(reply, request, await read((source) => listMail(source, request)));
  });
}

/**
 * The mailbox of demo mode. It shows codes, so it answers only whoever knows its key and sits at the machine itself: a
 * direct loopback connection, addressed as such, that nobody has forwarded. Others meet an address that is not there.
 */
export function devMailboxRoutes(
  app: FastifyInstance,
  { folder, key, publicUrl }: { folder: string; key: string; publicUrl: string },
): void {
  // Not part of the API's documentation, and its address not of the log.
  const hidden = { schema: { hide: true }, logLevel: 'warn' } as const;
  const names = { page: key, list: `${key}.json` };
  app.get<{ Params: { name: string } }>(`${serverPaths.devMailbox}/:name`, hidden, async (request, reply) => {
    const { name } = request.params;
    const [isPage, isList] = [isSame(name, names.page), isSame(name, names.list)];
    if (!(isPage || isList) || !isDirectLoopback(request)) return refuseUnknown(request, reply);
    const mails = await readFolder(folder);
    // Whatever is opened from here is not told the address.
    reply.header('referrer-policy', 'no-referrer');
    return isList
      ? { data: mails }
      : reply.type('text/html; charset=utf-8').send(mailboxPage(mails, publicUrl));
  });
}

/** Compares in a time that tells nothing of where they differ. */
function isSame(given: string, wanted: string): boolean {
  const [one, other] = [given, wanted].map((text) => createHash('sha256').update(text).digest());
  return one !== undefined && other !== undefined && timingSafeEqual(one, other);
}

/** `Forwarded`, every `X-Forwarded-*`, and what proxies send beside or instead of them. */
const forwardingHeader = /^(x-)?forwarded(-|$)|^x-real-ip$|^via$/;

function isDirectLoopback(request: FastifyRequest): boolean {
  if (Object.keys(request.headers).some((name) => forwardingHeader.test(name))) return false;
  const remote = request.socket.remoteAddress ?? '';
  // The name in the address must be loopback too: a page elsewhere could point its own name here.
  const host = (request.headers.host ?? '').replace(/:\d+$/, '');
  return /^(::ffff:)?127\.|^::1$/.test(remote) && /^(127\.[\d.]+|localhost|\[::1\])$/.test(host);
}
