import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import {
  appFile,
  figureToken,
  landingFile,
  legalFile,
  publicUrlToken,
  type Site,
  type SiteMode,
  screenFile,
  siteFile,
  translateFile,
  yearToken,
} from '../../contract/site';
import { type BuiltPages, findBuiltPages } from '../../server/pages/built-pages';

/** What a build of the pages tells the server; nothing is missing, one figure is shown. */
function buildSite(overrides: Partial<Site> = {}): Site {
  return {
    missing: [],
    supportMail: 'help@averin.test',
    documents: [],
    figures: ['depositsConfirmed'],
    rendered: ['/auth/register'],
    preloads: { '/auth/login': ['/assets/login-1.js'] },
    inlineScripts: {
      landing: ["'sha256-bGFuZGluZw=='"],
      app: ["'sha256-YXBw'"],
      widget: ["'sha256-d2lkZ2V0'"],
    },
    hosts: { translate: ['https://translate.example'], market: ['https://*.market.example'] },
    ...overrides,
  };
}

const landing = (mode: SiteMode) => `<!doctype html><title>Front page, ${mode}</title>
<link rel="canonical" href="${publicUrlToken}/">
<p>Investors ${figureToken('investors')}, deposits $${figureToken('depositsConfirmed')}, paid $${figureToken('withdrawalsPaid')}, countries ${figureToken('countries')}</p>
<footer>${yearToken}</footer>`;

/** A folder like the built client, with small pages. `remove` deletes it. */
export async function makeFakePages(
  overrides: Partial<Site> = {},
): Promise<{ pages: BuiltPages; remove(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'averin-pages-'));
  const site = buildSite(overrides);
  const plain: Record<string, string> = {
    [landingFile('demo')]: landing('demo'),
    [landingFile('live')]: landing('live'),
    [translateFile('demo')]: landing('demo'),
    [translateFile('live')]: landing('live'),
    [screenFile('/auth/register')]: '<!doctype html><title>Register</title>',
    '.vite/manifest.json': '{}',
    'images/hero.avif': 'a picture',
    ...Object.fromEntries(
      site.documents.map(({ document, title, path }) => [
        legalFile(document),
        `<!doctype html><title>${title}</title><link rel="canonical" href="${publicUrlToken}${path}"><p>${yearToken}</p>`,
      ]),
    ),
  };
  const compressed: Record<string, string> = {
    [appFile]: '<!doctype html><title>App</title>',
    [siteFile]: JSON.stringify(site),
    'assets/main-abc.js': 'console.log("main");',
    'icons/icon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
    'manifest.webmanifest': '{"name":"Averin"}',
    'widgets/overview.html': '<!doctype html><title>Overview</title>',
  };
  for (const [name, text] of Object.entries({ ...plain, ...compressed })) {
    const path = join(folder, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
    if (name in plain) continue;
    await writeFile(`${path}.br`, brotliCompressSync(text));
    await writeFile(`${path}.gz`, gzipSync(text));
  }
  const pages = findBuiltPages(folder);
  if (!pages) throw new Error('The pages just made are not found');
  return { pages, remove: () => rm(folder, { recursive: true, force: true }) };
}
