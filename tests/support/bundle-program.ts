import { cpSync, symlinkSync } from 'node:fs';
import { basename, join } from 'node:path';
import { build } from 'vite';

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
  cpSync(join(root, 'server/db/migrations'), join(outDir, 'migrations'), { recursive: true });
  cpSync(join(root, 'server/statements/fonts'), join(outDir, 'fonts'), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  return join(outDir, basename(program).replace(/\.ts$/, '.js'));
}
