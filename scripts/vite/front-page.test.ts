// @vitest-environment jsdom
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../run-command';
import { withBrand } from './front-page';

test.each(['Ash & Elm', 'The "Elm"', 'Elm <Invest>', '$&'])('pages have the brand %s as it is', (brand) => {
  const page = withBrand(readFileSync(join(root, 'app.html'), 'utf8'), brand);
  const { title, head } = new DOMParser().parseFromString(page, 'text/html');
  expect(title).toBe(brand);
  expect(head.querySelector('meta[name="description"]')?.getAttribute('content')).toContain(
    `Sign in to your ${brand} account, or create one.`,
  );
});
