import { join } from 'node:path';
import { build } from 'vite';
import { root } from './imports';

const config = join(root, 'src/app.config.ts');
const page = 'every-part-of-react-admin';
/** What react-admin's own tests are made of; it is exported too. */
const ofItsTests = /\/ra-core\/dist\/test-ui\/index\.js$/;

/**
 * Builds the pages, without writing them, for an operator whose page takes all that react-admin exports. Answers which
 * file imports which before it begins to run.
 */
export async function importsWithEveryPart(): Promise<Map<string, readonly string[]>> {
  const result = await build({
    root,
    configFile: join(root, 'vite.config.ts'),
    configLoader: 'runner',
    logLevel: 'error',
    build: { write: false, minify: false },
    plugins: [
      {
        name: page,
        enforce: 'pre',
        resolveId: (id) => (id === page ? page : undefined),
        load(id) {
          if (id === page) return `export * from 'react-admin';`;
          return ofItsTests.test(id) ? 'export {};' : undefined;
        },
        transform(code, id) {
          if (id !== config) return undefined;
          const changed = code.replace('resources: [', `resources: [() => import('${page}'), `);
          if (changed === code) throw new Error('src/app.config.ts has no resources');
          return changed;
        },
      },
    ],
  });
  const outputs = Array.isArray(result) ? result : [result];
  return new Map(
    outputs
      .flatMap((one) => ('output' in one ? one.output : []))
      .flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file.imports] as const] : [])),
  );
}
