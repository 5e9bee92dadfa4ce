import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { consoleResources } from './console-resources';

it('the parts of the console are called as docs/extending.md says', () => {
  const document = readFileSync(join(import.meta.dirname, '../../docs/extending.md'), 'utf8');
  const [, listed = ''] =
    /^Parts are named, in `extend` and .*? of the menu, by (.*?), and resources/ms.exec(document) ?? [];
  const names = [...listed.matchAll(/`(\w+)`/g)].map(([, name]) => name);
  expect(names).toEqual(consoleResources([], {}).map(({ name }) => name));
});
