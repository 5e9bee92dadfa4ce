import { readFile } from 'node:fs/promises';
import { expect, type Locator, type Page } from '@playwright/test';
import Papa from 'papaparse';

/** Goes to another address of the console as its own links do, without a load. */
export async function follow(page: Page, path: string): Promise<void> {
  await page.evaluate(
    `history.pushState(null, '', ${JSON.stringify(path)}); dispatchEvent(new PopStateEvent('popstate'));`,
  );
}

/** The address of a list with all that a filter finds on one page. */
export function listPath(screen: string, filter: object): string {
  const query = { filter: JSON.stringify(filter), perPage: '500', page: '1' };
  return `${screen}?${new URLSearchParams(query)}`;
}

/** Goes to a list, and waits until all of its rows are there. */
export async function openList(page: Page, name: string, path: string, rows: number): Promise<void> {
  await follow(page, path);
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(page.getByText(`1-${rows} of ${rows}`, { exact: true })).toBeVisible();
}

/** A column of the table in view, row by row. */
export async function columnOf(page: Page, label: string): Promise<string[]> {
  const heads = await page.locator('thead th').allInnerTexts();
  const place = heads.findIndex((head) => head.trim() === label);
  expect(place, label).toBeGreaterThan(-1);
  return page.locator(`tbody td:nth-child(${place + 1})`).allInnerTexts();
}

/** The rows of the file that the list in view exports. */
export async function exportList(page: Page): Promise<Record<string, string>[]> {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  const file = await readFile(await (await download).path(), 'utf8');
  return Papa.parse<Record<string, string>>(file.replace('\uFEFF', ''), { header: true }).data;
}

/** The texts that cannot be read in an element; what can be unfolded in it is. */
export async function missingIn(element: Locator, texts: readonly string[]): Promise<string[]> {
  await expect(element).toBeVisible();
  await element.evaluate((inside) => {
    for (const details of inside.querySelectorAll('details')) details.open = true;
  });
  const [shown = ''] = await element.allInnerTexts();
  return texts.filter((text) => !shown.includes(text));
}
