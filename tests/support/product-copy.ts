import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/** Arguments of `npm run resource`: a resource of an operator's, with a field of each kind. */
export const resourceOfAllKinds = [
  'example-notes',
  'subject:text',
  'details:longText',
  'userId:reference:users',
  'status:choice:open,closed',
  'urgent:flag',
  'due:date',
  'answeredAt:moment',
  'effort:number',
];

/** A copy with what builds and runs the product, and with the same packages. Answers its folder. */
export function copyProduct(): string {
  const copy = mkdtempSync(join(tmpdir(), 'averin-extended-'));
  const left = /^(\.git|\.ci|node_modules|dist.*|data.*|release|mutation|test-results)$/;
  cpSync(root, copy, {
    recursive: true,
    filter: (source) => dirname(source) !== root || !left.test(source.slice(root.length + 1)),
  });
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  return copy;
}

/** Changes a text file; throws where there is nothing to change. */
export function replaceIn(
  file: string,
  before: string | RegExp,
  after: string | ((found: string) => string),
): void {
  const text = readFileSync(file, 'utf8');
  const changed = typeof after === 'string' ? text.replace(before, after) : text.replace(before, after);
  if (changed === text) throw new Error(`${file} has no ${before}`);
  writeFileSync(file, changed);
}

/** Runs a program in a copy and answers what it printed; throws that when it has failed. */
export function runIn(folder: string, program: string, ...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: folder, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}\n${stdout}${stderr}`);
  return stdout + stderr;
}
