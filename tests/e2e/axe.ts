import AxeBuilder from '@axe-core/playwright';
import { hexToRgb } from '@mui/material/styles';
import { expect, type Page } from '@playwright/test';
import { themeOf } from '../../src/shared/theme-options';

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** What depends on colours: all that another theme of the same page can break. */
const ofColours = ['color-contrast', 'link-in-text-block'];

/**
 * Runs in the page: marks what is like a brother of its before it, down to the last element inside: the same elements
 * with the same classes, states and colours, text or none in the same places, targets of the same size or large ones.
 * What axe finds in it, it finds in that brother. Of a list of twenty rows a few are left to be looked at.
 */
const markAlike = `(() => {
  const kinds = new Map();
  const numberOf = (kind) => kinds.get(kind) ?? kinds.set(kind, kinds.size).get(kind);
  const telling = /^(class|role|type|style|disabled|tabindex|lang|scope|autocomplete|alt)$/;
  const naming = /^(for|aria-(labelledby|describedby|controls|owns|activedescendant|details))$/;
  const tell = (name, value) => {
    if (naming.test(name)) return value.split(/\\s+/).every((id) => document.getElementById(id));
    return telling.test(name) || (/^aria-/.test(name) && !/label|index/.test(name)) ? value : value.trim() === '';
  };
  const kindOf = (element) => {
    const attributes = [...element.attributes]
      .filter(({ name }) => name !== 'data-alike')
      .map(({ name, value }) => name + tell(name, value));
    const { color, backgroundColor, opacity, fontSize, fontWeight, visibility } = getComputedStyle(element);
    const text = [...element.childNodes].some(({ nodeType, data }) => nodeType === 3 && data.trim() !== '');
    const target = element.matches('a, button, input, select, textarea, [role], [tabindex]');
    const { width, height } = target ? element.getBoundingClientRect() : { width: 0, height: 0 };
    const before = new Set();
    const children = [...element.children].map((child) => {
      const kind = kindOf(child);
      child.toggleAttribute('data-alike', before.has(kind));
      before.add(kind);
      return kind;
    });
    return numberOf([
      element.tagName, ...attributes, text, Math.min(24, width), Math.min(24, height),
      color, backgroundColor, opacity, fontSize, fontWeight, visibility, ...children,
    ].join());
  };
  kindOf(document.body);
})()`;

/**
 * What breaks one of these rules on the page as it is. A page without frames gets the source of axe once, as long as it
 * stays: that, and no list of what is in order, takes half of the work away.
 */
export async function findViolations(
  page: Page,
  runOnly: { type: 'rule' | 'tag'; values: string[] },
): Promise<string[]> {
  const alone = page.frames().length === 1;
  const there = alone && (await page.evaluate<boolean>("typeof axe === 'object'"));
  await page.evaluate(markAlike);
  const { violations } = await new AxeBuilder({ page, ...(there && { axeSource: '0' }) })
    .exclude('[data-alike]')
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
