import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

interface Room {
  mutate: string[];
  tests: string[];
}

/** The paths that a pattern of rooms.json names, those of a list in its order. */
function pathsOf(pattern: string): string[] {
  const [, before = '', list, after = ''] = /^([^{]*)\{([^}]*)\}(.*)$/.exec(pattern) ?? [];
  if (list !== undefined) return list.split(',').map((name) => `${before}${name}${after}`);
  const [folder, name] = [dirname(pattern), basename(pattern)];
  if (name !== '*.ts') return [pattern];
  const names = readdirSync(folder).filter((each) => each.endsWith('.ts') && !each.endsWith('.test.ts'));
  return names.map((each) => join(folder, each));
}

const rooms: Record<string, Room> = JSON.parse(readFileSync(new URL('rooms.json', import.meta.url), 'utf8'));
const { mutate = [], tests = [] } = rooms[process.env.MUTATION_ROOM ?? ''] ?? {};

/** The files of the room that this run is of: what is changed, and the tests that ought to notice. */
export const room = { mutated: mutate.flatMap(pathsOf), tests: tests.flatMap(pathsOf) };
