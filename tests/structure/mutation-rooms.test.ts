import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from '../../contract/zod';
import { root } from './imports';

const roomsSchema = z.record(
  z.string(),
  z.object({ mutate: z.array(z.string()), tests: z.array(z.string()) }),
);
const rooms = roomsSchema.parse(JSON.parse(readFileSync(join(root, 'mutation/rooms.json'), 'utf8')));

/** Each path a pattern names; of `folder/*.ts` the pattern itself. */
function pathsOf(pattern: string): string[] {
  const [, before = '', list, after = ''] = /^([^{]*)\{([^}]*)\}(.*)$/.exec(pattern) ?? [];
  return list === undefined ? [pattern] : list.split(',').map((name) => `${before}${name}${after}`);
}

function exists(path: string): boolean {
  const folder = join(root, dirname(path));
  if (!path.includes('*')) return existsSync(join(root, path));
  return existsSync(folder) && readdirSync(folder).some((name) => extname(name) === extname(path));
}

test('each file that mutation testing changes, and each test it runs, is there', () => {
  const named = Object.values(rooms).flatMap(({ mutate, tests }) => [...mutate, ...tests].flatMap(pathsOf));
  expect(named.length).toBeGreaterThan(30);
  expect(named.filter((path) => !exists(path))).toEqual([]);
});

test('each room has a row in the table', () => {
  const table = readFileSync(join(root, 'docs/mutation.md'), 'utf8');
  const rows = [...table.matchAll(/^\| ([\w-]+) \|/gm)].map(([, name]) => name);
  expect(rows.filter((name) => name !== 'room')).toEqual(Object.keys(rooms));
});
