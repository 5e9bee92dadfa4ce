import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { copyProduct, replaceIn, runIn } from './product-copy';

/*
 * docs/extending.md, followed to the letter in a copy of the product. An operator may have followed it too: in the copy its
 * examples have names of their own, `exampletickets` and `ExampleticketList` say, beside which theirs stay as they are.
 */

/** The text of the document, with the names that the copy has. */
export const document = readFileSync(join(import.meta.dirname, '../../docs/extending.md'), 'utf8')
  .replaceAll(/ticket|announcement/g, 'example$&')
  .replaceAll(/Ticket|Announcement/g, (name) => `Example${name.toLowerCase()}`)
  .replaceAll(/admin\/own\b/g, 'admin/example');

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
export const addedPages = ['exampleannouncements', 'exampletickets', 'example'].map(
  (name) => `src/admin/${name}`,
);

/** Takes an entry out of a file's object, where an operator has one of that name: an object has one of each. */
function withoutEntry(file: string, name: string): void {
  const text = readFileSync(file, 'utf8');
  writeFileSync(file, text.replace(new RegExp(`\\b${name}: \\(\\) => import\\([^)]*\\),?`), ''));
}

/** A copy of the product with all that the document adds, and its migration. Answers its folder. */
export function copyExtended(): string {
  const folder = copyProduct();
  try {
    extend(folder);
    return folder;
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}

function extend(folder: string): void {
  for (const command of commands) runIn(folder, 'npm', 'run', ...command);
  for (const { path, code } of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), code);
  }
  for (const { path, list, line } of lines) {
    const code = line.endsWith(',') ? line : `${line},`;
    const [, entry] = /^(\w+):/.exec(line) ?? [];
    if (entry) withoutEntry(join(folder, path), entry);
    const place = new RegExp(`\\b${list}(: [^=\n]*=|:) ([[{])`);
    replaceIn(join(folder, path), place, (begin) => `${begin}${code}`);
  }
  const declared = join(folder, 'server/declared-resources.ts');
  replaceIn(
    declared,
    /^/,
    "import { exampleannouncementResource } from './exampleannouncements/resource';\n",
  );
  runIn(folder, 'npm', 'run', 'db:generate');
}
