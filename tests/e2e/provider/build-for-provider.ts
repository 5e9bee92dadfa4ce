import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { siteFile, siteSchema } from '../../../contract/site';
import { root, run, script } from '../../../scripts/run-command';
import { appConfig } from '../../../src/app.config';

const { market, translate } = appConfig.widgets;

/**
 * Copies the built product to a folder where it finds its packages, with another provider's address in the place of the
 * providers of `src/app.config.ts`. Answers with the folder.
 */
export async function buildForProvider(address: string): Promise<string> {
  const { code, output } = await run(script('scripts/build.ts', '--if-stale'), { capture: true });
  if (code !== 0) throw new Error(output);
  const parent = join(root, 'test-results');
  await mkdir(parent, { recursive: true });
  const folder = await mkdtemp(join(parent, 'provider-'));
  await cp(join(root, 'dist'), folder, { recursive: true });

  const client = join(folder, 'client');
  const site = siteSchema.parse(JSON.parse(await readFile(join(client, siteFile), 'utf8')));
  const hosts = { market: [address], translate: [address] };
  await writeFile(join(client, siteFile), JSON.stringify({ ...site, hosts }));
  const replacements: readonly [string, string][] = [
    [market.scripts, `${address}/`],
    [translate.script, `${address}/translate.js`],
    [translate.probe, `${address}/probe.svg`],
  ];
  const found = new Set<string>();
  for (const name of await readdir(client, { recursive: true })) {
    if (!/\.(js|html)$/.test(name)) continue;
    const file = join(client, name);
    const before = await readFile(file, 'utf8');
    let after = before;
    for (const [from, to] of replacements) {
      if (after.includes(from)) found.add(from);
      after = after.replaceAll(from, to);
    }
    if (after === before) continue;
    await writeFile(file, after);
    // The compressed copies are of the old content.
    for (const ending of ['br', 'gz']) await rm(`${file}.${ending}`, { force: true });
  }
  if (found.size !== replacements.length) throw new Error('The build does not name the providers any more');
  return folder;
}
