import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import { headers } from '../../contract/headers';

/** The headers of every answer: what a page may load and do, the request's id, and no caching of the API. */
export async function sendHeaders(app: FastifyInstance, publicUrl: string): Promise<void> {
  const secure = publicUrl.startsWith('https:');
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        baseUri: ["'self'"],
        connectSrc: ["'self'"],
        fontSrc: ["'self'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        imgSrc: ["'self'", 'data:'],
        objectSrc: ["'none'"],
        scriptSrc: ["'self'"],
        // The component library writes its styles into the page.
        styleSrc: ["'self'", "'unsafe-inline'"],
      },
    },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    strictTransportSecurity: secure ? { maxAge: 31_536_000, includeSubDomains: true } : false,
  });
  app.addHook('onRequest', async (request, reply) => {
    reply.header(headers.requestId, request.id);
    if (request.url.startsWith('/api') || request.url.startsWith('/dev')) {
      reply.header('cache-control', 'no-store');
    }
  });
}
