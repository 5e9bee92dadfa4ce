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
      // Not what stands before the text.
      const text = document.createTreeWalker(header, NodeFilter.SHOW_TEXT).lastChild();
      const range = document.createRange();
      if (text) range.selectNodeContents(text);
      const { top, height } = range.getBoundingClientRect();
      return height > 0 && height < 20 ? [Math.round(top)] : [];
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

/** Where the box and the number of the first row are, and, once it is chosen, what says so and lets go of it: pixels from the left of the rows. */
async function placesOfChosen(page: Page, list: string): Promise<Record<string, number>> {
  await page.goto(list);
  const row = page
    .locator('tbody.record-lines, ul > li, tbody > tr')
    .filter({ has: page.getByRole('checkbox') });
  const box = row.first().getByRole('checkbox');
  await box.check();
  const said = page.getByText('1 selected');
  const clear = page.getByRole('button', { name: 'Clear selection' });
  await expect(clear).toBeVisible();
  const left = (await row.first().boundingBox())?.x ?? Number.NaN;
  const center = await box.evaluate((input) => {
    const { left: from, width } = input.getBoundingClientRect();
    return from + width / 2;
  });
  const number = await row.first().evaluate((element) => {
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      if (text.textContent !== '1') continue;
      range.selectNodeContents(text);
      break;
    }
    return range.getBoundingClientRect().left;
  });
  const [place, way] = [await said.boundingBox(), await clear.boundingBox()];
  const height = page.viewportSize()?.height ?? 0;
  await clear.click();
  await expect(box).not.toBeChecked();
  return {
    box: Math.round(center - left),
    number: Math.round(number - left),
    said: Math.round((place?.x ?? 0) - left),
    clear: Math.round((way?.x ?? 0) - left),
    clearWidth: Math.round(way?.width ?? 0),
    saidBelow: Math.round(height - (place?.y ?? 0)),
  };
}

/** Rows of a list of react-admin's own parts are chosen as those of ours: by a box in the same place, told of in the same place. */
export async function checkChosen(page: Page, stock: string, ours: string): Promise<void> {
  const places = await placesOfChosen(page, stock);
  // A table of more than ten columns has four pixels less before the first.
  for (const [what, place] of Object.entries(await placesOfChosen(page, ours)))
    expect(Math.abs((places[what] ?? Number.NaN) - place), `${what}, from where ours is`).toBeLessThan(5);
}
