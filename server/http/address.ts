import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { refusals } from '../../contract/refusals';
import { refuse } from '../errors/refusal';

/** Letters of a path that are answered; no address of ours comes near it. */
const longestPath = 2_048;
/** Stands for every path that is longer: one letter too long, so that it can be told. */
const tooLong = '/'.repeat(longestPath + 1);

/**
 * The address of a request in the one spelling that routes, headers and everything else decide by: without the scheme
 * and host of a proxy's request, and with no letter percent-encoded that need not be (RFC 3986, 6.2.2.2). Nothing is
 * left of a path too long to be answered. What stays encoded is in no address of ours, so that decoding it once more,
 * as the router does, finds nothing else.
 */
export function canonicalUrl(url: string): string {
  const local = withoutOrigin(url);
  const path = untilQuery(local);
  if (path.length > longestPath) return tooLong;
  return path.replaceAll(/%[0-9a-f]{2}/gi, decodeUnreserved) + local.slice(path.length);
}

function withoutOrigin(url: string): string {
  const scheme = /^https?:\/\//i.exec(url)?.[0];
  if (scheme === undefined) return url;
  const rest = url.slice(scheme.length);
  const host = rest.search(/[/?#]/);
  const local = host === -1 ? '' : rest.slice(host);
  return local.startsWith('/') ? local : `/${local}`;
}

function untilQuery(url: string): string {
  const end = url.search(/[?#]/);
  return end === -1 ? url : url.slice(0, end);
}

function decodeUnreserved(escaped: string): string {
  const letter = String.fromCharCode(Number.parseInt(escaped.slice(1), 16));
  return /[\w.~-]/.test(letter) ? letter : escaped;
}

/** The path of a canonical address, without the slash at its end that the router does not mind. */
export function pathOf(url: string): string {
  const path = untilQuery(url);
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
}

/** Whether a path is the folder itself or in it. */
export function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}

/** Whether the answer may be a page: somebody reads, and neither the API nor the mailbox of demo mode. */
export function isForPages({ method, originalUrl }: FastifyRequest): boolean {
  // As it came, since nothing is left of one that is too long; its first letters say what it is within.
  const path = pathOf(canonicalUrl(withoutOrigin(originalUrl).slice(0, longestPath)));
  return (method === 'GET' || method === 'HEAD') && !isWithin(path, '/api') && !isWithin(path, '/dev');
}

/** Whether a person asks, who reads a page; programs read JSON. */
export function wantsPage({ headers }: FastifyRequest): boolean {
  return headers.accept?.includes('text/html') ?? false;
}

/** Refuses a request whose path is too long, and one that two readers could take for two hosts'. */
export function checkAddresses(app: FastifyInstance): void {
  app.addHook('onRequest', ({ raw }, _, next) => {
    if (untilQuery(raw.url ?? '').length > longestPath) {
      return next(Object.assign(new Error(refusals.addressTooLong), { statusCode: 414 }));
    }
    const hosts = countHosts(raw);
    // HTTP/1.0 knows no such header.
    const isRight = hosts === 1 || (hosts === 0 && raw.httpVersion === '1.0');
    return isRight ? next() : next(refuse.badRequest(refusals.oneHost));
  });
}

/** Node keeps the first of them alone in its parsed headers. */
function countHosts({ rawHeaders }: IncomingMessage): number {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    if (rawHeaders[index]?.toLowerCase() === 'host') hosts += 1;
  }
  return hosts;
}
