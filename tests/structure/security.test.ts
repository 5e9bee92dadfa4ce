import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './imports';
import { hasTest } from './test-titles';

/* docs/security.md: every threat and every requirement names what shows it, and that is there. */

const document = readFileSync(join(root, 'docs/security.md'), 'utf8');

/** The rows of all tables, cell by cell. */
const rows = document
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| --- '))
  .map((line) => line.slice(2, -2).split(' | '));

const states = ['met', 'partly', 'gap', 'operator', 'does not apply'];
/** Rows of the standard; a chapter or a section stands for all in it. */
const requirements = rows.filter(([number = '']) => /^V\d+(\.\d+)*$/.test(number));
const threats = rows.filter((cells) => cells.length === 4 && cells[0] !== 'who');

interface Evidence {
  path: string;
  title: string | undefined;
}

/** "`tests/api/a.test.ts`: a title", and "`server/a.ts`" for a place. */
function evidenceOf(cell: string): Evidence[] {
  if (cell === '-') return [];
  return cell.split('<br>').map((one) => {
    const [, path = '', title] = /^`([^`]+)`(?:: (.+))?$/.exec(one) ?? [];
    return { path, title };
  });
}

/** The levels of ASVS 5.0.0, a figure for each requirement of a section in its order. */
const levels: Readonly<Record<string, string>> = {
  ...{ '1.1': '22', '1.2': '1111122223', '1.3': '112222222223', '1.4': '222', '1.5': '123' },
  ...{ '2.1': '122', '2.2': '112', '2.3': '12223', '2.4': '23' },
  ...{
    '3.1': '3',
    '3.2': '113',
    '3.3': '12223',
    '3.4': '11222233',
    '3.5': '11122333',
    '3.6': '3',
    '3.7': '22333',
  },
  ...{ '4.1': '12233', '4.2': '23333', '4.3': '22', '4.4': '1222' },
  ...{ '5.1': '2', '5.2': '112333', '5.3': '113', '5.4': '222' },
  ...{ '6.1': '122', '6.2': '111111112222', '6.3': '11223333', '6.4': '112233', '6.5': '22222333' },
  ...{ '6.6': '2223', '6.7': '33', '6.8': '2222' },
  ...{ '7.1': '222', '7.2': '1111', '7.3': '22', '7.4': '11222', '7.5': '223', '7.6': '22' },
  ...{ '8.1': '1233', '8.2': '1123', '8.3': '133', '8.4': '23' },
  ...{ '9.1': '111', '9.2': '1222' },
  ...{ '10.1': '22', '10.2': '223', '10.3': '22223', '10.4': '1111122222233333', '10.5': '22222' },
  ...{ '10.6': '22', '10.7': '222' },
  ...{
    '11.1': '2233',
    '11.2': '22233',
    '11.3': '11233',
    '11.4': '1222',
    '11.5': '23',
    '11.6': '23',
    '11.7': '33',
  },
  ...{ '12.1': '12233', '12.2': '11', '12.3': '22223' },
  ...{ '13.1': '2333', '13.2': '222223', '13.3': '2233', '13.4': '1222233' },
  ...{ '14.1': '22', '14.2': '12223333', '14.3': '122' },
  ...{ '15.1': '12233', '15.2': '12233', '15.3': '1222222', '15.4': '3333' },
  ...{ '16.1': '2', '16.2': '22222', '16.3': '2222', '16.4': '222', '16.5': '2223' },
  ...{ '17.1': '23', '17.2': '22223333', '17.3': '22' },
};
const asked = Object.entries(levels).flatMap(([section, of]) =>
  [...of].map((level, index) => ({ number: `V${section}.${index + 1}`, level })),
);

test('the levels are those of the standard: 70 requirements of level 1, 183 of level 2, 92 of level 3', () => {
  const count = (level: string) => asked.filter((one) => one.level === level).length;
  expect(['1', '2', '3'].map(count)).toEqual([70, 183, 92]);
});

test('every requirement of levels 1 and 2 has one row, with its level and a state', () => {
  const problems = asked.flatMap(({ number, level }) => {
    if (level === '3') return [];
    const found = requirements.filter(([row = '']) => number === row || number.startsWith(`${row}.`));
    const [cells = []] = found;
    const right = found.length === 1 && (cells[1] ?? '').split(', ').includes(level);
    return right ? [] : [`${number} of level ${level}`];
  });
  expect(problems).toEqual([]);
  expect(requirements.filter(([, , state = '']) => !states.includes(state))).toEqual([]);
  const numbers = new Set(asked.map(({ number }) => number));
  const unknown = requirements.filter(
    ([row = '']) => ![...numbers].some((number) => number === row || number.startsWith(`${row}.`)),
  );
  expect(unknown).toEqual([]);
});

test('what is met names where it shows, and what is a gap says so in words', () => {
  const bare = requirements.filter(
    ([, , state = '', how = '', where = '']) =>
      how === '' || (state === 'met' && evidenceOf(where).length === 0),
  );
  expect(bare).toEqual([]);
  expect(threats.length).toBeGreaterThan(15);
  expect(threats.filter(([, , , shown = '-']) => evidenceOf(shown).length === 0)).toEqual([]);
});

test('every test that is named exists, and every place', () => {
  const named = [
    ...requirements.map(([, , , , where = '-']) => where),
    ...threats.map(([, , , shown = '-']) => shown),
  ].flatMap(evidenceOf);
  expect(named.length).toBeGreaterThan(180);
  const missing = named.filter(({ path, title }) => {
    const whole = join(root, path);
    if (path === '' || !existsSync(whole)) return true;
    const isTest = /\.(test|spec)\.tsx?$/.test(path);
    if (title === undefined) return isTest;
    return !hasTest({ path, text: readFileSync(whole, 'utf8') }, title);
  });
  expect(missing).toEqual([]);
});
