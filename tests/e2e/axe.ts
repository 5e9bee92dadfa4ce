import AxeBuilder from '@axe-core/playwright';
import { hexToRgb } from '@mui/material/styles';
import { expect, type Page } from '@playwright/test';
import { themeOf } from '../../src/shared/theme-options';

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** What depends on colours: all that another theme of the same page can break. */
const ofColours = ['color-contrast', 'link-in-text-block'];

/**
 * What breaks one of these rules on the page as it is. A page without frames gets the source of axe once, as long as it
 * stays: that, and no list of what is in order, takes half of the work away.
 */
async function findViolations(
  page: Page,
  runOnly: { type: 'rule' | 'tag'; values: string[] },
): Promise<string[]> {
  const alone = page.frames().length === 1;
  const there = alone && (await page.evaluate<boolean>("typeof axe === 'object'"));
  const { violations } = await new AxeBuilder({ page, ...(there && { axeSource: '0' }) })
    .options({ runOnly, resultTypes: ['violations'] })
    // Three times as fast, and as good where there are no frames.
    .setLegacyMode(alone)
    .analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}

/** The page as it is breaks no rule of WCAG 2.2 AA, nor scrolls sideways (docs/rules.md, "Accessibility"). */
export async function checkPage(page: Page, name: string, rules?: string[]): Promise<void> {
  const found = await findViolations(
    page,
    rules ? { type: 'rule', values: rules } : { type: 'tag', values: standards },
  );
  expect.soft(found, name).toEqual([]);
  const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
  expect.soft(overflow, `${name} scrolls sideways`).toBeLessThanOrEqual(0);
}

/** The same in the light and in the dark theme, for a page that follows the system's. */
export async function checkLooks(page: Page, name: string): Promise<void> {
  for (const theme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme: theme });
    const background = hexToRgb(themeOf(theme).palette.background.default);
    await expect(page.locator('body')).toHaveCSS('background-color', background);
    await checkPage(page, `${name}, ${theme}`, theme === 'dark' ? ofColours : undefined);
  }
}
