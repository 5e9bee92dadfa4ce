import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseSync } from 'oxc-parser';
import { root } from './imports';

/** A file of react-admin and one that it imports, as paths from the project's folder. */
interface Tie {
  from: string;
  to: string;
}

/** Parts of the packages that no page of the console shows: their own tests, and a sign-in, which the site has. */
const unused = /\/(test-ui|auth)\//;

/** What the files of react-admin need of each other before they run. Files that only pass on what others export are left out. */
export function tiesOfReactAdmin(): Tie[] {
  const files = ['ra-core', 'ra-ui-materialui'].flatMap((name) =>
    readdirSync(join(root, 'node_modules', name, 'dist'), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.js') && !path.endsWith('index.js'))
      .map((path) => `node_modules/${name}/dist/${path}`)
      .filter((path) => !unused.test(path)),
  );
  const parsed = files.map((path) => ({
    path,
    module: parseSync(path, readFileSync(join(root, path), 'utf8')).module,
  }));
  const definers = new Map(
    parsed.flatMap(({ path, module }) =>
      module.staticExports
        .flatMap(({ entries }) => entries)
        .filter(({ moduleRequest }) => moduleRequest === null)
        .map(({ exportName }) => [exportName.name, path] as const),
    ),
  );
  return parsed.flatMap(({ path, module }) =>
    module.staticImports.flatMap(({ moduleRequest, entries }) => {
      const file = `${join(dirname(path), moduleRequest.value)}.js`;
      const definer = (name: string | null) =>
        moduleRequest.value.startsWith('.') && existsSync(join(root, file)) ? file : definers.get(name ?? '');
      const within = moduleRequest.value.startsWith('.') || moduleRequest.value === 'ra-core';
      const needed = within ? entries.map(({ importName }) => definer(importName.name)) : [];
      return [...new Set(needed)].filter((to) => to !== undefined).map((to) => ({ from: path, to }));
    }),
  );
}
