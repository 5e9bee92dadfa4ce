import { readFile } from 'node:fs/promises';
import { extname, join, normalize } from 'node:path';
import { screens } from '../../contract/paths';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
};

/** The built file of an address; every other address is a page of the app, which finds its way by itself. */
export async function readPage(folder: string, path: string): Promise<{ type: string; content: Buffer }> {
  const name = normalize(decodeURIComponent(path)).replace(/^\/+/, '');
  const own = path === screens.home ? 'landing.demo.html' : name;
  const file = extname(own) && !own.startsWith('..') ? own : 'app.html';
  try {
    return {
      type: types[extname(file)] ?? 'application/octet-stream',
      content: await readFile(join(folder, file)),
    };
  } catch {
    return { type: types['.html'] ?? '', content: await readFile(join(folder, 'app.html')) };
  }
}
