import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** What is on the page now breaks no rule of WCAG 2.2 AA, and does not scroll sideways (design, section 11). */
export async function checkPage(page: Page, name: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).withTags(standards).analyze();
  const found = violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
  expect.soft(found, name).toEqual([]);
  const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
  expect.soft(overflow, `${name} scrolls sideways`).toBeLessThanOrEqual(0);
}
