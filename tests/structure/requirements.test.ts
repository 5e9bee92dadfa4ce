import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { toasts, validation } from '../../contract/messages';
import { root } from './imports';
import { hasTest } from './test-titles';

/** docs/requirements.md: what the product must do, and which test proves it. */
const document = readFileSync(join(root, 'docs/requirements.md'), 'utf8');

interface Row {
  section: string;
  requirement: string;
  proofs: { path: string; title: string }[];
  /** What the last cell holds that names no test. */
  unread: string[];
}

/** A line of a table: requirement, decision, proofs; null for any other line. */
function readRow(line: string, section: string): Row | null {
  const cells = /^\| (.*) \|$/.exec(line)?.[1]?.split(' | ');
  if (!cells || cells[0] === 'requirement' || /^-+$/.test(cells[0] ?? '')) return null;
  const named = (cells[2] ?? '').split('<br>').filter((one) => one.trim() !== '');
  const proofs = named.flatMap((one) => {
    const [, path, title] = /^`([^`]+)`: (.+)$/.exec(one.trim()) ?? [];
    return path && title ? [{ path, title }] : [];
  });
  return {
    section,
    requirement: cells[0] ?? '',
    proofs,
    unread: proofs.length === named.length && cells.length === 3 ? [] : named,
  };
}

const sections = [
  'Screens and routes',
  'States and transitions',
  'Validation',
  'Errors and messages',
  'Constants and limits',
] as const;

/** The rows below each heading `## Screens and routes` and so on. */
const rows = document.split(/^## /m).flatMap((part) => {
  const section = sections.find((heading) => part.startsWith(`${heading}\n`));
  return section ? part.split('\n').flatMap((line) => readRow(line, section) ?? []) : [];
});

const textOf = (section: (typeof sections)[number]) =>
  rows.flatMap((row) => (row.section === section ? [row.requirement] : [])).join('\n');

const quoted = (texts: object) =>
  Object.values(texts).map((text: unknown) => `"${typeof text === 'function' ? text(8) : text}"`);

test('each section has its rows', () => {
  expect(new Set(rows.map(({ section }) => section))).toEqual(new Set(sections));
  expect(rows.length).toBeGreaterThan(150);
});

test('each requirement is proven by a test, and is there once', () => {
  expect(rows.filter(({ proofs }) => proofs.length === 0).map((row) => row.requirement)).toEqual([]);
  expect(rows.flatMap(({ unread }) => unread)).toEqual([]);
  const names = rows.map(({ section, requirement }) => `${section} ${requirement}`);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

test('each test that is named exists', () => {
  const missing = rows.flatMap(({ proofs }) =>
    proofs.filter(({ path, title }) => {
      const whole = join(root, path);
      return !existsSync(whole) || !hasTest({ path, text: readFileSync(whole, 'utf8') }, title);
    }),
  );
  expect(missing.map(({ path, title }) => `${path}: ${title}`)).toEqual([]);
});

test('every validation message and every toast has a row', () => {
  expect(quoted(validation).filter((text) => !textOf('Validation').includes(text))).toEqual([]);
  expect(quoted(toasts).filter((text) => !textOf('Errors and messages').includes(text))).toEqual([]);
});

describe('a test is found', () => {
  const text = `
    describe('the form', () => {
      it('wants a name', () => {});
      it.each([['First name', 'too short']])('%s: %s', () => {});
      it.skip('waits', () => {});
      test(\`at \${width} px\`, async () => { await test.step('a step', () => {}); });
    });
    const other = 390;`;
  const found = (title: string) => hasTest({ path: 'a.test.ts', text }, title);

  test.each([
    'wants a name',
    'wants a',
    'the form > wants a name',
    '%s: %s',
    'First name: too short',
    'at 390 px',
  ])('by "%s"', (title) => expect(found(title)).toBe(true));

  test.each(['wants a title', 'Last name: too short', 'at 1280 px', 'a step', 'waits'])(
    'and not by "%s"',
    (title) => expect(found(title)).toBe(false),
  );
});
