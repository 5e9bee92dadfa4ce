import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { buildInlineScript } from './inline-scripts';
import { root } from './run-command';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'averin-inline-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Writes modules; answers with the path of the first one in the project. */
function write(modules: Record<string, string>): string {
  for (const [name, code] of Object.entries(modules)) writeFileSync(join(folder, name), code);
  return relative(root, join(folder, Object.keys(modules)[0] ?? ''));
}

describe('a script that stands inside a page', () => {
  test('has what it imports in it, and the hash a browser computes', async () => {
    const path = write({
      'main.ts': "import { word } from './word'; const shown: string = word; console.log(shown);",
      'word.ts': "export const word = 'inside';",
    });
    const { code, hash } = await buildInlineScript(path);
    expect(code).toContain('inside');
    expect(code).not.toMatch(/\bimport\b|: string/);
    expect(hash).toBe(`'sha256-${createHash('sha256').update(code).digest('base64')}'`);
  });

  test('may speak of the end of its element, which is then written differently', async () => {
    const path = write({ 'main.ts': "console.log('</script><p>');" });
    expect((await buildInlineScript(path)).code).toContain(String.raw`<\/script>`);
  });

  test('is refused when a page would not see its end', async () => {
    const path = write({ 'main.ts': "console.log('<!-- <script>');" });
    await expect(buildInlineScript(path)).rejects.toThrow(/main\.ts cannot stand inside a script element/);
  });
});
