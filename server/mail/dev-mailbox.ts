import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { z } from '../../contract/zod';
import type { Database } from '../db/client';
import { mailOutbox } from '../db/schema/writes';
import { escapeHtml } from '../escape-html';
import type { Deliver } from './deliver';
import { letterSheet } from './layout';

const devMailSchema = z.object({ to: z.string(), subject: z.string(), text: z.string(), at: z.string() });
type DevMail = z.infer<typeof devMailSchema>;

const shown = 200;
/** Files of a folder that is searched: an erasure waits for it. */
const readAtOnce = 50;

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

/** The newest mails of the folder, the newest first. */
export async function readFolder(folder: string): Promise<DevMail[]> {
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

/** The files of the folder, in which a mail is two: its text and its HTML. */
async function filesOf(folder: string): Promise<string[]> {
  return (await readdir(folder).catch(() => [])).map((name) => join(folder, name));
}

/**
 * Finds an address in whatever capitals, and not as a part of another one. An apostrophe behind a letter is a part of it, and
 * a line break in JSON is none.
 */
function addressPattern(address: string): RegExp {
  const literal = address.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  const before = String.raw`(?<=\\[bfnrt])|(?<![\p{L}\p{N}._%+-]|[\p{L}\p{N}]')`;
  return new RegExp(`(?:${before})${literal}(?!\\p{L}|\\p{N}|-|\\.[\\p{L}\\p{N}])`, 'iu');
}

/** Removes the mails of the folder that have an address: each that is to somebody or names them does. */
export async function forgetInFolder(folder: string, address: string): Promise<void> {
  const wanted = addressPattern(address);
  const named = new Set<string>();
  async function look(path: string): Promise<void> {
    const text = await readFile(path, 'utf8').catch(() => '');
    if (wanted.test(text)) named.add(path.replace(/\.(html|json(\.part)?)$/, ''));
  }
  const paths = await filesOf(folder);
  while (paths.length > 0) await Promise.all(paths.splice(-readAtOnce).map(look));
  for (const path of named) {
    for (const ending of ['html', 'json', 'json.part']) await rm(`${path}.${ending}`, { force: true });
  }
}

/** The id of the mail that a file is of, which its name ends with. */
const idOf = (path: string): string | undefined => /Z-([\da-f-]{36})\.(html|json(\.part)?)$/.exec(path)?.[1];

/**
 * Removes the mails of the folder that are older than so many days, and those that are in the outbox no more: one that was
 * under way while somebody was erased may have come into the folder after that.
 */
export async function pruneFolder({ db }: Pick<Database, 'db'>, folder: string, days: number): Promise<void> {
  const oldest = Date.now() - days * 86_400_000;
  // Before the outbox is asked: what comes into the folder meanwhile is not taken for one that is gone.
  const paths = await filesOf(folder);
  const ids = new Set(paths.flatMap((path) => idOf(path) ?? []));
  const rows = await db
    .select({ id: mailOutbox.id })
    .from(mailOutbox)
    .where(sql`${mailOutbox.id} = any(${sql.param([...ids])}::uuid[])`);
  const kept = new Set(rows.map(({ id }) => id));
  for (const path of paths) {
    const id = idOf(path);
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }));
    if (mtimeMs < oldest || (id !== undefined && !kept.has(id))) await rm(path, { force: true });
  }
}

/** The mails as a page for a person, with links to what is at `publicUrl`, the product's own address. */
export function mailboxPage(mails: readonly DevMail[], publicUrl: string): string {
  const items = mails.map(
    ({ to, subject, text, at }) => `<article><h2>${escapeHtml(subject)}</h2>
<p class="to">to ${escapeHtml(to)}, <time datetime="${escapeHtml(at)}">${escapeHtml(at.slice(0, 19).replace('T', ' '))} UTC</time></p>
<div class="text">${text
      .trim()
      .split('\n')
      .map((line) => lineHtml(line, `${publicUrl}/`))
      .join('\n')}</div></article>`,
  );
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Dev mailbox</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">
<style>${letterSheet}
${pageSheet}</style></head><body class="letter"><h1>Dev mailbox</h1>
<p>Mail of demo mode, the newest first. <a href="">Look for new mail</a></p>
${items.length > 0 ? items.join('\n') : '<p>No mail yet: a code or a notice appears here once the product has sent it.</p>'}</body></html>`;
}

/** A line of a mail's text. Addresses elsewhere, which a person may have written into a name, are no links. */
function lineHtml(line: string, own: string): string {
  if (/^\d+$/.test(line)) return `<b class="code">${line}</b>`;
  const from = line.indexOf(own);
  const [url = ''] = /^\S*/.exec(from < 0 ? '' : line.slice(from)) ?? [];
  if (!url) return escapeHtml(line);
  const [before, address, after] = [line.slice(0, from), url, line.slice(from + url.length)].map(escapeHtml);
  return `${before}<a href="${address}">${address}</a>${after}`;
}

const pageSheet = `article{background:#fff;border:1px solid #8884;border-radius:10px;padding:1rem 1.25rem;margin:1rem 0}
h2{font-size:1.1rem;margin:0}.to{margin:.25rem 0;opacity:.75}.text{white-space:pre-wrap;overflow-wrap:anywhere}
@media (prefers-color-scheme:dark){article{background:#131C19}}`;
