import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { copyProduct, replaceIn, runIn } from './product-copy';

/* docs/extending.md, followed to the letter in a copy of the product. */

/** The text of the document. */
export const document = readFileSync(join(import.meta.dirname, '../../docs/extending.md'), 'utf8');

/** The files that the document gives whole, by path: every block of code in it is one. */
export const files = [...document.matchAll(/`([\w/.-]+\.tsx?)`[^`\n]*:\n\n```tsx?\n(.*?)^```$/gms)].map(
  ([, path = '', code = '']) => ({ path, code }),
);

/** Lines that go into a list of a file: the file, the list, the line. */
export const lines = [...document.matchAll(/One line in `([\w/.-]+)`, in `(\w+)`: `([^`]+)`/g)].map(
  ([, path = '', list = '', line = '']) => ({ path, list, line }),
);

/** Commands of `npm run`, with their arguments. */
export const commands = [...document.matchAll(/^```sh\nnpm run (.*)\n```$/gm)].map(([, command = '']) =>
  command.split(' '),
);

/** The folders that the extensions of the document add to the console. */
export const addedPages = ['announcements', 'tickets', 'own'].map((name) => `src/admin/${name}`);

/** A copy of the product with all that the document adds, and its migration. Answers its folder. */
export function copyExtended(): string {
  const folder = copyProduct();
  for (const command of commands) runIn(folder, 'npm', 'run', ...command);
  for (const { path, code } of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), code);
  }
  for (const { path, list, line } of lines) {
    const code = line.endsWith(',') ? line : `${line},`;
    const place = new RegExp(`\\b${list}(: [^=\n]*=|:) ([[{])`);
    replaceIn(join(folder, path), place, (begin) => `${begin}${code}`);
  }
  const declared = join(folder, 'server/declared-resources.ts');
  replaceIn(declared, /^/, "import { announcementResource } from './announcements/resource';\n");
  runIn(folder, 'npm', 'run', 'db:generate');
  return folder;
}
