// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { act, cleanup, render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { afterEach, expect, it } from 'vitest';
import { type Fetched, lazyPage, lazyPart } from './lazy-part';

afterEach(cleanup);

const module = { default: () => <p>here</p> };
const shown = (Part: Fetched<object>) => (
  <Suspense fallback="waiting">
    <Part />
  </Suspense>
);

it.each([
  ['part', lazyPart],
  ['page', lazyPage],
])('a %s whose code was fetched before is there at once', async (_, fetchedBy) => {
  const Part = fetchedBy(async () => module);
  await Part.ready();
  // Without anything that waits: whatever is suspended shows what stands in for it.
  render(shown(Part));
  expect(screen.getByText('here')).toBeVisible();
});

it('one that is first shown is fetched then, and what stands in for it is shown', async () => {
  let fetched = 0;
  const Part = lazyPart(async () => {
    fetched += 1;
    return module;
  });
  expect(fetched).toBe(0);
  render(shown(Part));
  expect(screen.getByText('waiting')).toBeVisible();
  expect(await screen.findByText('here')).toBeVisible();
  expect(fetched).toBe(1);
});

it('one that is fetched while it is waited for stays what it is', async () => {
  let come = () => {};
  const Part = lazyPart(() => new Promise<typeof module>((resolve) => (come = () => resolve(module))));
  render(shown(Part));
  await act(() => Part.ready(module));
  expect(screen.getByText('waiting')).toBeVisible();
  await act(async () => come());
  expect(screen.getByText('here')).toBeVisible();
});
