import { cpSync, symlinkSync } from 'node:fs';
import { basename, join } from 'node:path';
import { build } from 'vite';
import { buildState, hashBuildInputs } from '../../scripts/build-state.js';

const root = join(import.meta.dirname, '../..');

/**
 * Bundles a program of the server's into a folder, as the build does and without pages, for tests that start it again and
 * again: Node alone has it running in a third of the time. Answers its file.
 */
export async function bundleProgram(program: string, folder: string): Promise<string> {
  const outDir = join(folder, 'server');
  await build({
    root,
    configFile: join(root, 'vite.server.config.ts'),
    configLoader: 'runner',
    logLevel: 'warn',
    build: { ssr: program, outDir, sourcemap: false },
  });
  for (const name of ['migrations', 'own-migrations'])
    cpSync(join(root, 'server/db', name), join(outDir, name), { recursive: true });
  cpSync(join(root, 'server/statements/fonts'), join(outDir, 'fonts'), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  return join(outDir, basename(program).replace(/\.ts$/, '.js'));
}

/**
 * A program of the server's as it is delivered, when what is built is up to date, as it is in a run of all tests;
 * otherwise bundled into `folder`, which is quicker than a build. Answers its file. With its pages it does not start in live
 * mode before they are filled in: what tests that start bundles it without them.
 */
export async function serverProgram(
  name: 'command-line' | 'data-commands' | 'main' | 'verify-history',
  folder: string,
): Promise<string> {
  const built = buildState(root, hashBuildInputs(root)) === 'current';
  return built ? join(root, `dist/server/${name}.js`) : bundleProgram(`server/${name}.ts`, folder);
}
