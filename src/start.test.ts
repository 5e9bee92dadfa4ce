// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

/* An account page that was opened before a deploy comes to life after it: its code has gone with the old version. */

vi.mock('./app/run', () => ({ fetchPage: async () => {}, run: async () => {} }));

/** Whether the document has been loaded anew by itself (src/shared/loading/reload-once.ts). */
const isReloaded = () => sessionStorage.getItem('reloaded') !== null;
const bar = () => document.querySelector('[role="alert"]');
let status: number;

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers();
  sessionStorage.clear();
  status = 404;
  document.documentElement.dataset.used = '';
  document.body.innerHTML = `<div id="root" data-prerendered="/assets/gone.js">
    <input /><input type="checkbox" /><select><option value=""></option><option>Norway</option></select></div>`;
  vi.stubGlobal('fetch', async () => new Response('', { status }));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function begin(typed = ''): Promise<void> {
  for (const input of document.querySelectorAll<HTMLInputElement>('input:not([type])')) input.value = typed;
  await import('./start');
  await vi.waitFor(() => expect(bar()).not.toBeNull());
}

it('is loaded anew where nothing is typed yet', async () => {
  await begin();
  expect(isReloaded()).toBe(true);
});

it('keeps what is typed, and offers the reload', async () => {
  await begin('ada@example.com');
  expect(isReloaded()).toBe(false);
  expect(bar()?.textContent).toContain('This page has not loaded completely.');
  expect(bar()?.querySelector('button')?.textContent).toBe('Reload');
});

it.each([
  ['ticked', () => document.querySelector<HTMLInputElement>('[type=checkbox]')?.click()],
  ['chosen', () => Object.assign(document.querySelector('select') ?? {}, { value: 'Norway' })],
])('keeps what is %s', async (_, use) => {
  use();
  await begin();
  expect(isReloaded()).toBe(false);
});

it('says it once, and no more when the file comes after all', async () => {
  await begin('ada@example.com');
  const said = bar();
  await vi.advanceTimersByTimeAsync(3_000);
  expect(bar()).toBe(said);
  status = 200;
  await vi.advanceTimersByTimeAsync(3_000);
  expect(bar()).toBeNull();
});
