import type { FastifyInstance } from 'fastify';
import helmet from 'helmet';
import { headers } from '../../contract/headers';
import { serverPaths } from '../../contract/paths';

/** What a page may load and do. The component library writes its styles into the page. */
const policy = [
  "default-src 'self'",
  "base-uri 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "img-src 'self' data:",
  "object-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
].join('; ');

/** The headers of every answer: what a page may load and do, the request's id, and no caching of the API. */
export function sendHeaders(app: FastifyInstance, publicUrl: string): void {
  const secure = publicUrl.startsWith('https:');
  const protect = helmet({
    // Written below, once: the package would put it together anew for every answer.
    contentSecurityPolicy: false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    strictTransportSecurity: secure ? { maxAge: 31_536_000, includeSubDomains: true } : false,
  });
  app.addHook('onRequest', (request, reply, next) => {
    reply.header(headers.requestId, request.id);
    if (!request.url.startsWith(serverPaths.docs)) reply.header('content-security-policy', policy);
    if (request.url.startsWith('/api') || request.url.startsWith('/dev')) {
      reply.header('cache-control', 'no-store');
    }
    protect(request.raw, reply.raw, () => next());
  });
}
