import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { enumValues } from '../../../contract/enum-values';
import { detailText } from './detail-text';

/** The names of the limits (docs/rules.md, "Limits"), which another test compares with the server's. */
function limitNames(): string[] {
  const rules = readFileSync(join(import.meta.dirname, '../../../docs/rules.md'), 'utf8');
  const [, section = ''] = rules.split('\n### Limits\n');
  const [table = ''] = section.split('\n## ');
  return [...table.matchAll(/^\| `(\w+)` \| \d/gm)].map(([, name = '']) => name);
}

it('every limit is named in words, and what a refused code was for', () => {
  const limits = limitNames();
  expect(limits.length).toBeGreaterThan(20);
  const unnamed = [...limits, ...enumValues.otpActivities].filter((name) => detailText(name) === name);
  expect(unnamed).toEqual([]);
});

it.each(['POST /api/user/u-1/disable', 'constructor', 'somethingNew'])('%s is shown as it is', (detail) => {
  expect(detailText(detail)).toBe(detail);
});
