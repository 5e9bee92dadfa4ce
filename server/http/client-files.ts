import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { screens } from '../../contract/paths';
import { refuseUnknown } from './errors';

/** Paths that are screens; the console's own resources come under its address. */
const known = new Set<string>(Object.values(screens));
function isScreen(path: string): boolean {
  return known.has(path) || path.startsWith(`${screens.admin}/`);
}

/**
 * Serves the built client. Screens get its one page; other addresses too, with status 404, since the page says so
 * better than JSON would. Without a built client only the API answers.
 */
export async function serveClient(app: FastifyInstance, folder: string | undefined): Promise<void> {
  if (folder !== undefined) {
    await app.register(fastifyStatic, {
      root: folder,
      wildcard: false,
      index: false,
      cacheControl: false,
      globIgnore: ['**/.vite/**', '**/index.html'],
      setHeaders: (reply, path) => {
        // Names of built files carry a hash of their content.
        const lasting = path.includes('/assets/');
        reply.header('cache-control', lasting ? 'public, max-age=31536000, immutable' : 'no-cache');
      },
    });
  }
  const page = (reply: FastifyReply, status: number) =>
    reply.code(status).header('cache-control', 'no-cache').sendFile('index.html');

  app.setNotFoundHandler((request: FastifyRequest, reply: FastifyReply) => {
    const path = (request.url.split('?')[0] ?? '').replace(/(?<=.)\/+$/, '');
    const reads = request.method === 'GET' || request.method === 'HEAD';
    if (folder === undefined || !reads || /^\/(api|dev)(\/|$)/.test(path))
      return refuseUnknown(request, reply);
    if (isScreen(path)) return page(reply, 200);
    const wantsPage = request.headers.accept?.includes('text/html') ?? false;
    return wantsPage ? page(reply, 404) : refuseUnknown(request, reply);
  });
}
