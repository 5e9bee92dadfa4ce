/** @jsxRuntime automatic */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import createEmotionServer from '@emotion/server/create-instance';
import { renderToStaticMarkup } from 'react-dom/server';
import { Sheet } from './Sheet';

const fonts = {
  'Inter Variable': '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2',
  'Source Serif 4 Variable':
    '@fontsource-variable/source-serif-4/files/source-serif-4-latin-wght-normal.woff2',
};

/** The identity's sheet as a page with everything inside. */
export function renderSheet(mode: 'light' | 'dark'): string {
  const cache = createCache({ key: 'css' });
  cache.compat = true;
  const { extractCriticalToChunks, constructStyleTagsFromChunks } = createEmotionServer(cache);
  const html = renderToStaticMarkup(
    <CacheProvider value={cache}>
      <Sheet mode={mode} />
    </CacheProvider>,
  );
  const { resolve } = createRequire(import.meta.url);
  const faces = Object.entries(fonts).map(([family, file]) => {
    const data = readFileSync(resolve(file)).toString('base64');
    return `@font-face{font-family:"${family}";font-weight:100 900;src:url(data:font/woff2;base64,${data})}`;
  });
  const styles = constructStyleTagsFromChunks(extractCriticalToChunks(html));
  return `<!doctype html><html lang="en"><title>Identity</title><style>${faces.join('')}</style>${styles}<body>${html}</body></html>`;
}
