import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  appFile,
  landingFile,
  legalFile,
  type Site,
  screenFile,
  siteFile,
  siteModes,
  siteSchema,
  translateFile,
  widgetFolder,
} from '../contract/site';
import { consoleScripts } from '../src/app/console-scripts';
import { renderAccountPages } from '../src/app/prerender';
import { renderShells } from '../src/app/shells';
import { wholeAsHtml } from '../src/auth/account-title';
import { describeSite, renderFrontPage, renderLegalPages, renderWidgetPages } from '../src/landing/prerender';
import { buildInlineScript } from './inline-scripts';
import { readScripts } from './preloads';

/*
 * Part of the build: puts style sheets into the pages that wait for them, fills the built index.html with the front page
 * of each mode and the built app.html with each account page, or with what a screen behind the sign-in looks like, and writes
 * the pages of the market widgets and what the server must know of the operator's file. Takes the folder of the built pages.
 */
const [, , folder = ''] = process.argv;
if (!folder) throw new Error('Which folder holds the built pages?');

const moduleScripts = /<script type="module"[^>]*><\/script>|<link rel="modulepreload"[^>]*>/g;

/** A built page with its style sheet inside, and the fonts that style sheet names. */
function readPage(name: string): { html: string; fonts: string[] } {
  let fonts: string[] = [];
  const html = readFileSync(join(folder, name), 'utf8').replace(
    /<link rel="stylesheet"[^>]*href="([^"]+)"[^>]*>/,
    (_, href: string) => {
      const css = readFileSync(join(folder, href), 'utf8').trim();
      fonts = [...css.matchAll(/url\(([^)]+\.woff2)\)/g)].map(([, font = '']) => font);
      return `<style>${css}</style>`;
    },
  );
  if (html.includes('rel="stylesheet"')) throw new Error(`${name} has a style sheet left to wait for`);
  return { html, fonts };
}

const headScript = await buildInlineScript('src/landing/head-script.ts');
const appScript = await buildInlineScript('src/app/head-script.ts');
const frameScript = await buildInlineScript('src/shared/widgets/widget-frame.ts');

// Text that stands before any script asks for its fonts at once; where there is none the app's code goes first.
const { html: template, fonts } = readPage('index.html');
const preloads = fonts.map(
  (font) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="${font}">`,
);

const scripts = readScripts(folder);
// Run before what imports it, and so by itself: between the two the browser answers to people.
const uiScript = `<script type="module" crossorigin src="${scripts.ui}"></script>`;
const app = readPage(appFile)
  .html.replace('<!--head-->', () => `<script>${appScript.code}</script>`)
  .replace('<script type="module"', (script) => uiScript + script);
if (!app.includes(uiScript)) throw new Error(`${appFile} has no script`);
writeFileSync(join(folder, appFile), app);
const [startFile = '', ...startImports] = scripts.start;
const startScript = [
  `<script type="module" crossorigin src="${startFile}"></script>`,
  ...startImports.map((file) => `<link rel="modulepreload" crossorigin href="${file}">`),
].join('');
const accountPages = await renderAccountPages();
const sizeOf = (file: string) => statSync(join(folder, file)).size;
/** What brings an account page to life: the largest file first, which is fetched before the others (src/start.ts). */
const filesOf = (path: string) => scripts.ofScreen(path).toSorted((a, b) => sizeOf(b) - sizeOf(a));
for (const [path, { head, page }] of accountPages) {
  const whole = wholeAsHtml.includes(path) ? ' data-whole' : '';
  const html = app
    .replaceAll(moduleScripts, '')
    .replace(/<!--title-->.*<!--\/title-->/s, () => preloads.join('') + head + startScript)
    .replace(
      /<div id="root"\s*><!--shell-->.*<!--\/shell--><\/div\s*>/s,
      () => `<div id="root" data-prerendered="${filesOf(path).join(' ')}"${whole}>${page}</div>`,
    );
  if (html.includes('shell-->') || html.includes('title-->'))
    throw new Error(`${path} has no place in ${appFile}`);
  writeFileSync(join(folder, screenFile(path)), html);
}

const shells = renderShells();
for (const [path, { head, page }] of shells) {
  const ofConsole = scripts.ofConsole(path).join(' ');
  const named = ofConsole && `<meta name="${consoleScripts}" content="${ofConsole}">`;
  const html = app
    .replace('<!--title-->', () => `${preloads.join('')}${named}${head}<!--title-->`)
    .replace(
      /<div id="root"\s*><!--shell-->.*<!--\/shell--><\/div\s*>/s,
      () => `<div id="root"><span role="status" aria-label="Loading"></span></div>${page}`,
    );
  if (html.includes('shell-->')) throw new Error(`${path} has no place in ${appFile}`);
  writeFileSync(join(folder, screenFile(path)), html);
}

for (const mode of siteModes) {
  for (const translator of [false, true]) {
    const { head, page } = await renderFrontPage(mode, translator);
    const html = template
      .replace('<!--head-->', () => `${preloads.join('')}${head}<script>${headScript.code}</script>`)
      .replace('<!--page-->', () => page);
    writeFileSync(join(folder, translator ? translateFile(mode) : landingFile(mode)), html);
  }
}
// The legal documents are text alone: the front page's fonts, the app's choice between light and dark, and no other script.
const bare = template.replaceAll(moduleScripts, '');
if (bare.includes('<script')) throw new Error('The legal pages would have a script of the front page');
for (const [name, { head, page }] of renderLegalPages()) {
  const html = bare
    .replace('<!--head-->', () => `${preloads.join('')}${head}<script>${appScript.code}</script>`)
    .replace('<!--page-->', () => page);
  writeFileSync(join(folder, legalFile(name)), html);
}
rmSync(join(folder, 'index.html'));

mkdirSync(join(folder, widgetFolder));
for (const [name, html] of renderWidgetPages(frameScript.code))
  writeFileSync(join(folder, widgetFolder, name), html);

const site: Site = {
  ...describeSite(),
  preloads: scripts.preloads([...accountPages.keys()]),
  rendered: [...accountPages.keys(), ...shells.keys()],
  inlineScripts: { landing: [headScript.hash], app: [appScript.hash], widget: [frameScript.hash] },
};
writeFileSync(join(folder, siteFile), JSON.stringify(siteSchema.parse(site), null, 2));
