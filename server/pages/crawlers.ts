import type { FastifyInstance } from 'fastify';
import type { LegalDocument } from '../../contract/legal';
import { screens, serverPaths } from '../../contract/paths';
import { escapeHtml } from '../escape-html';

/** Screens that are worth finding. */
const listed = [screens.home, screens.login, screens.register];
/** What is no page, or shows nothing to whoever has not signed in. */
const closed = [screens.admin, screens.dashboard, screens.secondFactor, '/api', '/dev'];

/** robots.txt and the sitemap, with the address people reach the product at and the legal documents there are. */
export function crawlerRoutes(
  app: FastifyInstance,
  publicUrl: string,
  documents: readonly LegalDocument[],
): void {
  const robots = [
    'User-agent: *',
    ...closed.map((path) => `Disallow: ${path}`),
    'Allow: /',
    '',
    `Sitemap: ${publicUrl}${serverPaths.sitemap}`,
    '',
  ].join('\n');
  const sitemap = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...[...listed, ...documents.map(({ path }) => path)].map(
      (path) => `  <url><loc>${escapeHtml(publicUrl + path)}</loc></url>`,
    ),
    '</urlset>',
    '',
  ].join('\n');

  const options = { schema: { hide: true } };
  const lasting = 'public, max-age=3600';
  app.get(serverPaths.robots, options, async (_, reply) =>
    reply.type('text/plain; charset=utf-8').header('cache-control', lasting).send(robots),
  );
  app.get(serverPaths.sitemap, options, async (_, reply) =>
    reply.type('application/xml; charset=utf-8').header('cache-control', lasting).send(sitemap),
  );
}
