import type { Browser, Page } from '@playwright/test';
import { storageKeys } from '../../contract/storage-keys';
import { nameOfRun } from './hostile-investors';
import type { Product } from './product';

export interface Watched {
  page: Page;
  /** What has happened that must not, from the first page on. */
  happened: string[];
}

interface Options {
  token?: string;
  width?: number;
  /** Pages have no policy then, and a script that got in would run. */
  withoutPolicy?: boolean;
}

/** What a payload has called or asked for, whatever is around it. */
const called = /ran\((\d{3})\)/;

/**
 * A page in a browser of its own in which nothing of a payload can happen unnoticed: that it runs, that the policy
 * stops it, that it asks a question, that it sends something away.
 */
export async function openWatched(
  browser: Browser,
  product: Product,
  { token, width = 1280, withoutPolicy = false }: Options = {},
): Promise<Watched> {
  const context = await browser.newContext({
    viewport: { width, height: 900 },
    reducedMotion: 'reduce',
    bypassCSP: withoutPolicy,
  });
  const happened: string[] = [];
  const note = (what: string) => (text: unknown) => {
    happened.push(`${what}: ${text}`);
  };
  await context.exposeFunction('ran', (number: unknown) => note('ran')(nameOfRun(Number(number))));
  await context.exposeFunction('stopped', note('stopped by the policy'));
  await context.addInitScript({
    content: `document.addEventListener('securitypolicyviolation', (event) =>
      stopped(event.effectiveDirective + ' ' + event.blockedURI));`,
  });
  if (token) {
    await context.addInitScript({
      // Not in the empty page before the first one, which has no storage.
      content: `if (origin !== 'null') localStorage.setItem(${JSON.stringify(storageKeys.token)}, ${JSON.stringify(token)});`,
    });
  }
  context.on('weberror', (error) => note('error')(error.error()));
  context.on('console', (message) => {
    if (message.type() === 'error') note('in the console')(message.text());
  });
  context.on('dialog', async (dialog) => {
    note('asked')(dialog.message());
    await dialog.dismiss();
  });
  await context.route(
    (url) => url.protocol.startsWith('http') && url.origin !== product.address,
    async (route) => {
      const url = route.request().url();
      const number = called.exec(decodeURIComponent(url))?.[1];
      note('sent away')(number === undefined ? url : nameOfRun(Number(number)));
      await route.abort();
    },
  );
  return { page: await context.newPage(), happened };
}

/**
 * What there is of payloads in the elements and attributes of the page, where they are more than text: handlers,
 * addresses that are scripts, scripts, frames.
 */
export function planted(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`[...document.querySelectorAll('*')].flatMap((element) => {
    const found = [...element.attributes].filter(
      ({ name, value }) =>
        /^on|^srcdoc$/i.test(name) ||
        (/^(xlink:)?(href|src|action|formaction|data)$/i.test(name) && /^\\W*(javascript|vbscript|data:text)/i.test(value)) ||
        (name === 'style' && /ran\\(\\d/.test(value)),
    );
    const code = /^(script|style|iframe)$/i.test(element.tagName) && /ran\\(\\d/.test(element.textContent);
    return found.length > 0 || code ? [element.outerHTML.slice(0, 200)] : [];
  })`);
}
