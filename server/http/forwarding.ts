import type { FastifyInstance } from 'fastify';
import { networkOf } from '../network';

/** Headers in which proxies tell whom they ask for; only the first is ever believed. */
const forwardingHeaders = ['x-forwarded-for', 'forwarded', 'x-real-ip'] as const;

/** Networks that are reported; a stranger can send such a header from many. */
const reported = 100;

/**
 * Reports, once for each network, that someone sends a forwarding header and is not believed. If it is a proxy, all of
 * its visitors count as one: they share its limits, and are written down under its address.
 */
export function reportForwarding(app: FastifyInstance): void {
  const known = new Set<string>();
  app.addHook('onRequest', (request, _, next) => {
    const header = forwardingHeaders.find((name) => request.headers[name] !== undefined);
    // Fastify lists further addresses when it has believed the one that the request came from.
    if (header === undefined || (request.ips?.length ?? 1) > 1 || known.size >= reported) return next();
    const address = request.socket.remoteAddress ?? '';
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
