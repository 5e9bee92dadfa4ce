import { expect } from '@playwright/test';
import { findViolations } from './axe';
import { test } from './shared-tab';

/** What axe looks at, of a list of rows that are alike. */
const ordinary = '<li style="color:#111"><a href="/a">A name</a> and a text</li>';
const odd = {
  'another colour': '<li style="color:#ddd"><a href="/a">A name</a> and a text</li>',
  'a colour that a class gives':
    '<li class="pale" style="color:#111"><a href="/a">A name</a> and a text</li>',
  'no name': '<li style="color:#111"><a href="/a"></a> and a text</li>',
  'a role of its own': '<li role="checkbox" style="color:#111">A text</li>',
  'control of something that is not there':
    '<li style="color:#111"><a href="/a" aria-controls="none">A name</a> and a text</li>',
  'a target that is too small':
    '<li style="color:#111"><a href="/a" style="display:block;font-size:8px;width:9px;height:9px">i</a>' +
    '<a href="/b" style="display:block;font-size:8px;width:9px;height:9px">i</a></li>',
};

const pageOf = (rows: readonly string[]) => `<!doctype html><html lang="en"><title>A list</title>
  <style>body { background: #fff } .pale { color: #ddd !important }</style>
  <main><h1>A list</h1><ul>${rows.join('')}</ul></main></html>`;

test('a row that differs is looked at, wherever it stands among those that are alike', async ({
  alone: page,
}) => {
  const rows = Array.from({ length: 20 }, () => ordinary);
  const rules = { type: 'tag' as const, values: ['wcag2a', 'wcag2aa', 'wcag22aa'] };
  await page.setContent(pageOf(rows));
  expect(await findViolations(page, rules)).toEqual([]);
  await expect(page.locator('li:not([data-alike])')).toHaveCount(1);
  for (const [what, row] of Object.entries(odd)) {
    await page.setContent(pageOf(rows.with(13, row)));
    expect(await findViolations(page, rules), what).not.toEqual([]);
  }
});
