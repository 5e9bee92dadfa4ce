import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseSync } from 'oxc-parser';

/** The folder of package.json. */
export const root = resolve(import.meta.dirname, '../..');

export interface Import {
  /** What the file names: a package or a relative path; in parentheses when it is computed. */
  from: string;
  kind: 'static' | 'dynamic' | 'export-from';
  /** Gone at run time: every name it brings is a type. */
  typeOnly: boolean;
}

export interface SourceFile {
  /** From the project's folder, with forward slashes. */
  path: string;
  text: string;
}

/** Every import of a source text, `import('...')` and `export ... from` included. Throws on a syntax error. */
export function readImports({ path, text }: SourceFile): Import[] {
  const { module, errors } = parseSync(path, text);
  if (errors[0]) throw new Error(`${path}: ${errors[0].message}`);
  const found: Import[] = [];
  for (const { moduleRequest, entries } of module.staticImports) {
    const typeOnly = entries.length > 0 && entries.every((entry) => entry.isType);
    found.push({ from: moduleRequest.value, kind: 'static', typeOnly });
  }
  for (const { entries } of module.staticExports) {
    for (const { moduleRequest, isType } of entries) {
      if (moduleRequest) found.push({ from: moduleRequest.value, kind: 'export-from', typeOnly: isType });
    }
  }
  for (const { moduleRequest } of module.dynamicImports) {
    const named = text.slice(moduleRequest.start, moduleRequest.end);
    const literal = /^(['"])(.*)\1$/.exec(named)?.[2];
    found.push({ from: literal ?? `(${named})`, kind: 'dynamic', typeOnly: false });
  }
  return found;
}

/** What is installed in a folder, or copied into it while mutants are tried (npm run mutation). */
const ofOthers = /^(?:node_modules|sandbox)\//;

/** The TypeScript files under folders of the project. */
export function readSources(...folders: string[]): SourceFile[] {
  return folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name) && !ofOthers.test(name))
      .map((name) => `${folder}/${name}`)
      .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') })),
  );
}
