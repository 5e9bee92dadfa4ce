import { createHash, timingSafeEqual } from 'node:crypto';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { serverPaths } from '../../contract/paths';
import { z } from '../../contract/zod';
import { escapeHtml } from '../escape-html';
import { refuseUnknown } from '../http/errors';
import type { Deliver } from './sender';

const devMailSchema = z.object({ to: z.string(), subject: z.string(), text: z.string(), at: z.string() });
type DevMail = z.infer<typeof devMailSchema>;

const shown = 200;

/** Delivery into files of the data folder, the HTML beside the text, for a start without an SMTP server. */
export function deliverToFolder(folder: string): Deliver {
  return async ({ id, to, subject, text, html }) => {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const at = new Date().toISOString();
    const name = `${at.replaceAll(':', '-')}-${id}`;
    const path = join(folder, `${name}.json`);
    await writeFile(join(folder, `${name}.html`), html, { mode: 0o600 });
    const mail: DevMail = { to, subject, text, at };
    // Renamed when whole, so that a reader never meets half a file.
    await writeFile(`${path}.part`, JSON.stringify(mail, null, 2), { mode: 0o600 });
    await rename(`${path}.part`, path);
  };
}

async function readFolder(folder: string): Promise<DevMail[]> {
  const names = await readdir(folder).catch(() => []);
  const newest = names
    .filter((name) => name.endsWith('.json'))
    .sort()
    .reverse()
    .slice(0, shown);
  return Promise.all(
    newest.map(async (name) => devMailSchema.parse(JSON.parse(await readFile(join(folder, name), 'utf8')))),
  );
}

/**
 * The mailbox of demo mode. It shows codes, so it answers only whoever knows its key and sits at the machine itself: a
 * direct loopback connection, addressed as such, that nobody has forwarded. Others meet an address that is not there.
 */
export function devMailboxRoutes(app: FastifyInstance, folder: string, key: string): void {
  // Not part of the API's documentation, and its address not of the log.
  const hidden = { schema: { hide: true }, logLevel: 'warn' } as const;
  const names = { page: key, list: `${key}.json` };
  app.get<{ Params: { name: string } }>(`${serverPaths.devMailbox}/:name`, hidden, async (request, reply) => {
    const { name } = request.params;
    const [isPage, isList] = [isSame(name, names.page), isSame(name, names.list)];
    if (!(isPage || isList) || !isDirectLoopback(request)) return refuseUnknown(request, reply);
    const mails = await readFolder(folder);
    // Whatever is opened from here is not told the address.
    reply.header('referrer-policy', 'no-referrer');
    return isList ? { data: mails } : reply.type('text/html; charset=utf-8').send(page(mails));
  });
}

/** Compares in a time that tells nothing of where they differ. */
function isSame(given: string, wanted: string): boolean {
  const [one, other] = [given, wanted].map((text) => createHash('sha256').update(text).digest());
  return one !== undefined && other !== undefined && timingSafeEqual(one, other);
}

/** `Forwarded`, every `X-Forwarded-*`, and what proxies send beside or instead of them. */
const forwardingHeader = /^(x-)?forwarded(-|$)|^x-real-ip$|^via$/;

function isDirectLoopback(request: FastifyRequest): boolean {
  if (Object.keys(request.headers).some((name) => forwardingHeader.test(name))) return false;
  const remote = request.socket.remoteAddress ?? '';
  // The name in the address must be loopback too: a page elsewhere could point its own name here.
  const host = (request.headers.host ?? '').replace(/:\d+$/, '');
  return /^(::ffff:)?127\.|^::1$/.test(remote) && /^(127\.[\d.]+|localhost|\[::1\])$/.test(host);
}

function page(mails: DevMail[]): string {
  const items = mails.map(
    ({ to, subject, text, at }) => `<article><h2>${escapeHtml(subject)}</h2>
<p>to ${escapeHtml(to)}, <time datetime="${escapeHtml(at)}">${escapeHtml(at.slice(0, 19).replace('T', ' '))} UTC</time></p>
<pre>${escapeHtml(text)}</pre></article>`,
  );
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Dev mailbox</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">
<style>body{font:16px/1.5 system-ui,sans-serif;max-width:42rem;margin:2rem auto;padding:0 1rem}
article{border:1px solid #8886;border-radius:10px;padding:1rem 1.25rem;margin:1rem 0}
h2{font-size:1.1rem;margin:0}p{margin:.25rem 0;opacity:.75}pre{white-space:pre-wrap;font:inherit;margin:.75rem 0 0}
</style></head><body><h1>Dev mailbox</h1>
<p>Mail of demo mode, newest first. Reload to see new mail.</p>
${items.length > 0 ? items.join('\n') : '<p>No mail yet.</p>'}</body></html>`;
}
