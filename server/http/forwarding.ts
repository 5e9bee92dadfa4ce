import type { FastifyInstance, FastifyRequest } from 'fastify';
import { addressOf, networkOf } from '../network';

/** The header that is believed, and others in which proxies tell whom they ask for. */
const believed = 'x-forwarded-for';
const forwardingHeaders = [believed, 'forwarded', 'x-real-ip'] as const;

type IsTrusted = (address: string) => boolean;

/**
 * Leaves bare addresses in what a trusted proxy forwards, which Fastify takes as they stand: proxies write them with a port
 * or in brackets too. What is no address hides whom it came from, so that whoever has sent it counts as the visitor.
 */
export function bareForwarded({ headers, socket }: FastifyRequest['raw'], isTrusted: IsTrusted): void {
  const forwarded = headers[believed];
  if (typeof forwarded !== 'string' || !isTrusted(socket.remoteAddress ?? '')) return;
  const hops = forwarded.split(',').map((hop) => addressOf(hop.trim()));
  // The last one is the nearest.
  headers[believed] = hops.slice(hops.lastIndexOf(undefined) + 1).join(', ');
}

/** Networks that are reported; a stranger can send such a header from many. */
const reported = 100;

/**
 * Reports, once for each network, that someone sends a forwarding header and is not believed. If it is a proxy, all of
 * its visitors count as one: they share its limits, and are written down under its address.
 */
export function reportForwarding(app: FastifyInstance, isTrusted: IsTrusted): void {
  const known = new Set<string>();
  app.addHook('onRequest', (request, _, next) => {
    const header = forwardingHeaders.find((name) => request.headers[name] !== undefined);
    if (header === undefined || known.size >= reported) return next();
    const address = request.socket.remoteAddress ?? '';
    if (header === believed && isTrusted(address)) return next();
    const network = networkOf(address);
    if (known.has(network)) return next();
    known.add(network);
    request.log.warn(
      { address, header },
      'a forwarding header was not believed: if this address is your proxy, all its visitors share one limit; name it in TRUST_PROXY, and let it send X-Forwarded-For',
    );
    next();
  });
}
