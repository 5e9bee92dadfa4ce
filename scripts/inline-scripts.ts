import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { build } from 'vite';
import { root } from './run-command';

/** A script that stands inside a page, and the name a content security policy allows it by. */
export interface InlineScript {
  code: string;
  hash: string;
}

/** Builds a module into one script without imports, to stand inside a page. Takes its path in the project. */
export async function buildInlineScript(path: string): Promise<InlineScript> {
  const result = await build({
    configFile: false,
    root,
    logLevel: 'warn',
    publicDir: false,
    build: {
      write: false,
      target: 'es2022',
      lib: { entry: join(root, path), formats: ['iife'], name: 'inline', fileName: 'inline' },
    },
  });
  const [output] = Array.isArray(result) ? result : [result];
  const chunk = output && 'output' in output ? output.output[0] : undefined;
  if (chunk?.type !== 'chunk') throw new Error(`${path} was not built`);
  const code = chunk.code.trim();
  // What ends a script element, or keeps its end from being seen.
  if (/<\/script|<!--/i.test(code)) throw new Error(`${path} cannot stand inside a script element`);
  return { code, hash: `'sha256-${createHash('sha256').update(code).digest('base64')}'` };
}
