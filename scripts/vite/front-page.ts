import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin, ViteDevServer } from 'vite';
import { enumValues } from '../../contract/enum-values';
import type { LegalDocumentName } from '../../contract/enums';
import { screens, serverPaths } from '../../contract/paths';
import { publicUrlToken, widgetFolder, yearToken } from '../../contract/site';
import { escapeHtml } from '../../server/escape-html';
import { appConfig } from '../../src/app.config';
import { buildInlineScript } from '../inline-scripts';
import { root } from '../run-command';

type Prerender = typeof import('../../src/landing/prerender');

/** A face's head script as a module; the build puts it into the page. */
const headScript = (face: 'app' | 'landing') =>
  `<script type="module" src="/src/${face}/head-script.ts"></script>`;

/** The front page of demo mode, rendered anew for each request; its scripts come from Vite. */
async function renderForDevelopment(vite: ViteDevServer, translator: boolean): Promise<string> {
  const { renderFrontPage } = (await vite.ssrLoadModule('/src/landing/prerender.tsx')) as Prerender;
  const template = await vite.transformIndexHtml('/', readFileSync(join(root, 'index.html'), 'utf8'));
  const { head, page } = await renderFrontPage('demo', translator);
  return template
    .replace('<!--head-->', () => head + headScript('landing'))
    .replace('<!--page-->', () => page)
    .replaceAll(publicUrlToken, '')
    .replaceAll(yearToken, String(new Date().getFullYear()));
}

/** A legal document, rendered anew for each request. */
async function renderLegal(vite: ViteDevServer, name: LegalDocumentName): Promise<string> {
  const { renderLegalPages } = (await vite.ssrLoadModule('/src/landing/prerender.tsx')) as Prerender;
  const { head, page } = renderLegalPages().get(name) ?? { head: '', page: '' };
  const template = readFileSync(join(root, 'index.html'), 'utf8')
    .replace('/src/landing/start.ts', '/src/shared/fonts.css?import')
    .replace('<!--head-->', () => head + headScript('app'))
    .replace('<!--page-->', () => page);
  return (await vite.transformIndexHtml(screens[name], template))
    .replaceAll(publicUrlToken, '')
    .replaceAll(yearToken, String(new Date().getFullYear()));
}

async function renderWidget(vite: ViteDevServer, name: string): Promise<string | undefined> {
  const { renderWidgetPages } = (await vite.ssrLoadModule('/src/landing/prerender.tsx')) as Prerender;
  const { code } = await buildInlineScript('src/shared/widgets/widget-frame.ts');
  return renderWidgetPages(code).get(name);
}

/** The page an address asks for, in development: front page, market widget, or the app's; undefined when a file. */
async function pageFor(vite: ViteDevServer, path: string): Promise<string | undefined> {
  if (path === '/' || path === serverPaths.translate) return renderForDevelopment(vite, path !== '/');
  const legal = enumValues.legalDocuments.find((name) => screens[name] === path);
  if (legal) return renderLegal(vite, legal);
  if (path.startsWith(widgetFolder)) return renderWidget(vite, path.slice(widgetFolder.length));
  if (/^\/(@|src\/|node_modules\/|api\/|dev\/)|\.\w+$/.test(path)) return undefined;
  const app = await vite.transformIndexHtml(path, readFileSync(join(root, 'app.html'), 'utf8'));
  return app.replace('<!--head-->', headScript('app'));
}

/** A page with the brand in the places of its token, which stand in attributes too. */
export function withBrand(html: string, brand: string): string {
  return html.replaceAll('%BRAND%', () => escapeHtml(brand));
}

/** Puts the brand into the pages and, in development, serves them as the product's server would. */
export function pages(): Plugin {
  return {
    name: 'pages',
    transformIndexHtml: (html) => withBrand(html, appConfig.brand),
    configureServer(vite) {
      vite.middlewares.use(async (request, response, next) => {
        try {
          const page = await pageFor(vite, new URL(request.url ?? '/', 'http://localhost').pathname);
          if (page === undefined) return next();
          response.setHeader('content-type', 'text/html; charset=utf-8').end(page);
        } catch (error) {
          next(error);
        }
      });
    },
    /** The front page is rendered here and not in the browser, so a change of it is a new page. */
    hotUpdate({ file }) {
      if (/\/src\/landing\/.*\.tsx?$/.test(file)) this.environment.hot.send({ type: 'full-reload' });
    },
  };
}
