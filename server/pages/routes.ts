import { relative } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { screens, serverPaths } from '../../contract/paths';
import { appFile, landingFile, screenFile, siteFile, translateFile, widgetFolder } from '../../contract/site';
import type { Config } from '../config';
import type { Reads } from '../db/reads';
import { createHtmlPage } from '../fixed-content';
import { isForPages, pathOf, wantsPage } from '../http/address';
import { refuseUnknown } from '../http/errors';
import { isSecure } from '../http/headers';
import { pagePolicy, translatePolicy, widgetPolicy } from '../http/policies';
import { type BuiltPages, readBuilt } from './built-pages';
import { crawlerRoutes } from './crawlers';
import { createFigures } from './figures';
import { createLandingPage } from './landing-page';
import { serveLegal } from './legal-pages';

/** Paths that are screens of the one page; the console's own resources come under its address, and each statement under theirs. */
const ownPages: readonly string[] = [screens.home, screens.terms, screens.privacy, screens.risk];
const known = new Set<string>(Object.values(screens).filter((path) => !ownPages.includes(path)));
const beneath = [screens.admin, screens.statements];
function isScreen(path: string): boolean {
  return known.has(path) || beneath.some((start) => path.startsWith(`${start}/`));
}

/** How long browsers keep a file without asking; `path` is relative to the folder of the built pages. */
function caching(path: string): string {
  // Names of built files carry a hash of their content.
  if (path.startsWith('assets/')) return 'public, max-age=31536000, immutable';
  return /^(images|icons)\//.test(path) ? 'public, max-age=86400' : 'no-cache';
}

/** A page without an origin cannot have a cluster of its origin's own; browsers warn when it asks for one. */
const noOrigin = { 'origin-agent-cluster': '?0' };
/** Files are the same for everybody, and are parts of a page without an origin as well. */
const shared = { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' };

/** Files as they were built, and compressed as they were built; pages and what the server alone reads are not files. */
async function serveFiles(app: FastifyInstance, { folder, site }: BuiltPages): Promise<void> {
  const policy = widgetPolicy(site);
  await app.register(fastifyStatic, {
    root: folder,
    wildcard: false,
    index: false,
    decorateReply: false,
    cacheControl: false,
    preCompressed: true,
    globIgnore: ['**/.vite/**', '*.html', siteFile, '**/*.{br,gz}'],
    setHeaders: (reply, path) => {
      const name = relative(folder, path);
      reply.header('cache-control', caching(name));
      reply.headers(
        `/${name}`.startsWith(widgetFolder) ? { ...noOrigin, 'content-security-policy': policy } : shared,
      );
    },
  });
}

/** The front page of the configured mode, and the same page with the translator. */
function serveLanding(
  app: FastifyInstance,
  { folder, site }: BuiltPages,
  config: Config,
  reads: Reads,
): void {
  const readFigures = createFigures(reads, site.figures, (err) =>
    app.log.warn({ err }, 'the figures of the front page could not be read'),
  );
  // Asked for now, so that they are known when the first visitor comes.
  app.addHook('onReady', async () => void readFigures());
  const serve = (path: string, file: string, headers: Record<string, string>) => {
    const page = createLandingPage(readBuilt(folder, file), config.publicUrl, readFigures);
    app.get(path, { schema: { hide: true } }, async (_, reply) =>
      app.sendFixed(reply.headers(headers), await page()),
    );
  };
  serve(screens.home, landingFile(config.siteMode), {
    'content-security-policy': pagePolicy(isSecure(config.publicUrl), site.inlineScripts.landing),
  });
  serve(serverPaths.translate, translateFile(config.siteMode), {
    ...noOrigin,
    'content-security-policy': translatePolicy(site),
    // The standard refuses a page that is shut away and asks for windows of its own. All others of ours ask for them,
    // so that none of them is reached from this one.
    'cross-origin-opener-policy': 'unsafe-none',
    'referrer-policy': 'no-referrer',
  });
}

/**
 * Serves the built pages: the front page, the account pages, and one page for all other screens. Other addresses get that one too, with
 * status 404, since it says so better than JSON would; one that is malformed or too long with the status of that. Without built
 * pages only the API answers.
 */
export async function servePages(
  app: FastifyInstance,
  pages: BuiltPages | undefined,
  config: Config,
  reads: Reads,
): Promise<void> {
  if (pages === undefined) {
    app.setNotFoundHandler(refuseUnknown);
    return;
  }
  await serveFiles(app, pages);
  serveLanding(app, pages, config, reads);
  const policy = pagePolicy(isSecure(config.publicUrl), pages.site.inlineScripts.app);
  serveLegal(app, pages, config, policy);
  crawlerRoutes(app, config.publicUrl, pages.site.documents);
  app.get(serverPaths.favicon, { schema: { hide: true } }, async (_, reply) =>
    reply.header('cache-control', caching('icons/')).redirect('/favicon.svg', 301),
  );
  const screen = createHtmlPage(readBuilt(pages.folder, appFile));
  const rendered = new Map(
    pages.site.rendered.map((path) => [path, createHtmlPage(readBuilt(pages.folder, screenFile(path)))]),
  );
  const links = new Map(
    Object.entries(pages.site.preloads).map(([path, files]) => [
      path,
      files.map((file) => `<${file}>; rel=modulepreload`).join(', '),
    ]),
  );
  function sendApp(reply: FastifyReply, status: number, page = screen): Promise<FastifyReply> {
    return app.sendFixed(reply.code(status).header('content-security-policy', policy), page);
  }
  function sendScreen(reply: FastifyReply, path: string): Promise<FastifyReply> {
    const link = links.get(path);
    if (link !== undefined) reply.header('link', link);
    return sendApp(reply, isScreen(path) ? 200 : 404, rendered.get(path));
  }

  app.sendApp = sendApp;
  app.setNotFoundHandler((request: FastifyRequest, reply: FastifyReply) => {
    if (!isForPages(request)) return refuseUnknown(request, reply);
    const path = pathOf(request.url);
    if (!isScreen(path) && !wantsPage(request)) return refuseUnknown(request, reply);
    return sendScreen(reply, path);
  });
}
