import { readFile } from 'node:fs/promises';
import { expect, type Locator, type Page } from '@playwright/test';
import Papa from 'papaparse';
import { limits } from '../../contract/limits';
import { leftDialogs } from './visit';

/** Goes to another address of the app as its own links do, without a load. */
export async function follow(page: Page, path: string): Promise<void> {
  await leftDialogs(page);
  await page.evaluate(
    `history.pushState(null, '', ${JSON.stringify(path)}); dispatchEvent(new PopStateEvent('popstate'));`,
  );
}

/** Sees that the text of a link within a row is cut as long as the keyboard has not come to it, and whole from then on. */
export async function unfoldsForKeyboard(page: Page, link: Locator): Promise<void> {
  const hidden = () =>
    link.locator('> *').evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight);
  await expect.poll(hidden).toBeGreaterThan(4);
  await page.keyboard.press('Tab');
  await link.focus();
  await expect.poll(hidden).toBeLessThanOrEqual(1);
}

/** The address of a page of what a filter finds in a list. */
export function listPath(screen: string, filter: object, number = 1): string {
  const query = { filter: JSON.stringify(filter), page: String(number) };
  return `${screen}?${new URLSearchParams(query)}`;
}

/** Goes to a page of a list, and waits until its rows are there. */
export async function openList(
  page: Page,
  name: string,
  path: string,
  rows: number,
  number = 1,
): Promise<void> {
  await follow(page, path);
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  const first = (number - 1) * limits.pageSize + 1;
  const last = Math.min(number * limits.pageSize, rows);
  await expect(page.getByText(`${first}-${last} of ${rows}`, { exact: true })).toBeVisible();
  await expect(page.getByRole('status', { name: /^Loading/ })).toHaveCount(0);
}

/** Reads a list of so many rows page by page. */
export async function readList<T>(
  page: Page,
  name: string,
  address: (number: number) => string,
  rows: number,
  read: () => Promise<T>,
): Promise<T[]> {
  const parts: T[] = [];
  for (let number = 1; number <= Math.ceil(rows / limits.pageSize); number += 1) {
    await openList(page, name, address(number), rows, number);
    parts.push(await read());
  }
  return parts;
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

/** What can be read in an element; what can be unfolded in it is. */
export async function textIn(element: Locator): Promise<string> {
  await expect(element).toBeVisible();
  await element.evaluate((inside) => {
    for (const details of inside.querySelectorAll('details')) details.open = true;
  });
  return (await element.allInnerTexts()).join('\n');
}

/** The texts that cannot be read in an element. */
export async function missingIn(element: Locator, texts: readonly string[]): Promise<string[]> {
  const shown = await textIn(element);
  return texts.filter((text) => !shown.includes(text));
}
