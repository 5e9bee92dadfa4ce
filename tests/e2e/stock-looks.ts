import { expect, type Page } from '@playwright/test';

/**
 * A list of react-admin's own parts looks as ours do: its texts are of one size, what can be done with a row stands in
 * words at the right end of its line, and so do the tools of the page, views and columns among them, of which the one that
 * adds a record stands at the title; what adds a filter stands behind the filters. Headers that sort stand on the line of the others.
 */
export async function checkStockList(page: Page): Promise<void> {
  const found = await page.evaluate((iconsOfPhones) => {
    const sizes = new Set<string>();
    const cells = document.querySelectorAll('td.RaDataTable-rowCell');
    for (const cell of cells) {
      const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
      for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        const { parentElement } = text;
        if (parentElement && !parentElement.closest('.MuiChip-root'))
          sizes.add(getComputedStyle(parentElement).fontSize);
      }
    }
    const wordless = (button: Element) =>
      button.textContent === '' &&
      getComputedStyle(button, '::after').content !==
        `"${button.getAttribute('data-label') ?? button.ariaLabel}"`;
    const ends = new Set<number>();
    const buttons = [...document.querySelectorAll('td .MuiButtonBase-root[aria-label]')];
    for (const button of buttons) {
      if (!button.nextElementSibling) ends.add(Math.round(button.getBoundingClientRect().right));
    }
    const tops = [...document.querySelectorAll('thead th')].flatMap((header) => {
      const text = document.createRange();
      text.selectNodeContents(header);
      const { top, height } = text.getBoundingClientRect();
      return header.textContent && height > 0 && height < 20 ? [Math.round(top)] : [];
    });
    const leftOf = (tool: string) =>
      document.querySelector(`main :is(a, button)[aria-label^="${tool}"]`)?.getBoundingClientRect().left ?? 0;
    return {
      createFirst: leftOf('Add exampleticket') < leftOf('Export') - 50,
      filtersAtEnd: document.querySelector('main form > :last-child [aria-haspopup="menu"]') !== null,
      tools: [...document.querySelectorAll('[aria-haspopup="dialog"]')].map(({ textContent }) => textContent),
      sizes: sizes.size,
      buttons: buttons.length > 0,
      ends: ends.size,
      low: buttons.filter((button) => button.getBoundingClientRect().height < 24).length,
      wordless: [...buttons, ...document.querySelectorAll(iconsOfPhones)].filter(wordless).length,
      lines: new Set(tops).size,
    };
  }, 'main .MuiIconButton-sizeLarge[aria-label], .RaCreateButton-floating');
  // On a phone the headers are but labels by which to sort, over several lines.
  const lines = (page.viewportSize()?.width ?? 0) < 600 ? 0 : 1;
  expect(found).toEqual({
    createFirst: true,
    filtersAtEnd: true,
    tools: ['Views', 'Columns'],
    sizes: 1,
    buttons: true,
    ends: 1,
    low: 0,
    wordless: 0,
    lines,
  });
}
