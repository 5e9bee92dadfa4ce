import { parseSync, Visitor } from 'oxc-parser';
import type { SourceFile } from './imports';

/** A title as the source has it; places filled in at run time (`%s`, `${width}`) stand between the parts. */
interface TestTitle {
  /** With the titles of the groups around it, joined by ' > '. */
  written: string;
  parts: string[];
}

type CallExpression = Parameters<NonNullable<ConstructorParameters<typeof Visitor>[0]['CallExpression']>>[0];

/** What a call to the runner makes: `test`, `it.each(...)`, `test.describe`, ...; null for any other call. */
function kindOf({ callee }: CallExpression): { group: boolean; filled: boolean } | null {
  const names: string[] = [];
  let at: CallExpression['callee'] = callee;
  while (at.type !== 'Identifier') {
    if (at.type === 'CallExpression') at = at.callee;
    else if (at.type === 'MemberExpression' && at.property.type === 'Identifier') {
      names.push(at.property.name);
      at = at.object;
    } else return null;
  }
  names.push(at.name);
  const isTest = ['test', 'it', 'describe'].includes(at.name);
  // A part of a test, and what is not run, prove nothing.
  if (!isTest || names.some((name) => ['step', 'skip', 'todo', 'fixme'].includes(name))) return null;
  return { group: names.includes('describe'), filled: names.includes('each') };
}

function partsOf(call: CallExpression, filled: boolean): string[] | null {
  const [title] = call.arguments;
  if (title?.type === 'TemplateLiteral') return title.quasis.map(({ value }) => value.cooked ?? value.raw);
  if (title?.type !== 'Literal' || typeof title.value !== 'string') return null;
  return filled ? title.value.split(/%[sdifjo]|\$[\w.]+/) : [title.value];
}

function writtenTitle(call: CallExpression, text: string): string {
  const [title] = call.arguments;
  if (title?.type === 'Literal') return String(title.value);
  return title ? text.slice(title.start + 1, title.end - 1) : '';
}

/** The titles of the tests in a file of tests. Throws on a syntax error. */
function readTestTitles({ path, text }: SourceFile): TestTitle[] {
  const { program, errors } = parseSync(path, text);
  if (errors[0]) throw new Error(`${path}: ${errors[0].message}`);
  const found: TestTitle[] = [];
  const groups: { call: CallExpression; title: string }[] = [];
  new Visitor({
    CallExpression(call) {
      const kind = kindOf(call);
      const parts = kind && call.arguments.length > 1 ? partsOf(call, kind.filled) : null;
      if (!kind || !parts) return;
      const title = writtenTitle(call, text);
      if (kind.group) groups.push({ call, title });
      else found.push({ written: [...groups.map((group) => group.title), title].join(' > '), parts });
    },
    'CallExpression:exit'(call) {
      if (groups.at(-1)?.call === call) groups.pop();
    },
  }).visit(program);
  return found;
}

const literally = (part: string) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** A value as a title shows it, without the quotes that `%j` puts around text. */
const unquoted = (value: string) => value.replace(/^"(.*)"$/, '$1');

/**
 * Whether a file of tests has a test named like this: by a part of its title as it is written, or by its title filled in
 * with values that stand in the file.
 */
export function hasTest(file: SourceFile, named: string): boolean {
  return readTestTitles(file).some(({ written, parts }) => {
    if (written.includes(named)) return true;
    const values = new RegExp(`^${parts.map(literally).join('(.*?)')}$`).exec(named)?.slice(1);
    return values?.every((value) => file.text.includes(unquoted(value))) ?? false;
  });
}
