import { type Browser, chromium, type Page } from '@playwright/test';
import { screens } from '../../../contract/paths';
import { storageKeys } from '../../../contract/storage-keys';
import { chromiumArgs } from '../../../scripts/chromium';
import { percentile } from './measure';

const rounds = 10;

/** The lists by the names they have in the menu and above their tables. */
const lists = [
  { name: 'Users', path: screens.adminUsers },
  { name: 'Accounts', path: screens.adminAccounts },
  { name: 'Transactions', path: screens.adminTransactions },
];
type List = (typeof lists)[number];

/** One for each round: names and parts of names, common and rare, that some of the people have. */
const words = ['smith', 'son', 'ann', 'miller', 'berg', 'e', 'jones', 'example', 'schneider', 'mar'];

const actions = ['opened', 'by the menu', 'sorted', 'next page', 'searched'] as const;

/** Milliseconds of each round, by list and action. */
export type BrowserTimes = Map<string, number[]>;

/**
 * Runs in the page, so that the time of the driver is not measured. `watchRows` looks in each frame for rows of a list
 * other than those that are shown now. `rowsShown` answers the milliseconds from the last click or letter, and before
 * these from the beginning of the navigation, until the frame with such rows was drawn.
 */
const watching = `
  let begun = 0;
  for (const type of ['click', 'input']) addEventListener(type, (event) => (begun = event.timeStamp), true);
  const rowsOf = (name) =>
    document.querySelector('table[aria-label="' + name + '"][aria-busy="false"] tbody')?.textContent ?? '';
  window.watchRows = (name, word = '') => {
    const before = rowsOf(name);
    window.rowsShown = new Promise((resolve, reject) => {
      setTimeout(reject, 20_000, new Error('No such rows: ' + name + ' ' + word));
      const look = () => {
        const rows = rowsOf(name);
        const shown = rows !== '' && rows !== before && rows.toLowerCase().includes(word);
        // The next frame begins when this one was drawn.
        requestAnimationFrame(shown ? () => resolve(performance.now() - begun) : look);
      };
      look();
    });
  };`;

/** How long it takes until the rows of the list are shown, after what `act` does. */
async function timeRows(page: Page, list: List, act: () => Promise<void>, word = ''): Promise<number> {
  await page.evaluate(`watchRows(${JSON.stringify(list.name)}, ${JSON.stringify(word)})`);
  await act();
  return page.evaluate<number>('rowsShown');
}

/** A page of a new browser profile, of which nothing is cached, with somebody signed in. */
async function openPage(browser: Browser, token: string, list: List): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const item = [storageKeys.token, token].map((text) => JSON.stringify(text)).join(', ');
  await context.addInitScript({
    content: `localStorage.setItem(${item}); ${watching} watchRows(${JSON.stringify(list.name)});`,
  });
  return context.newPage();
}

/** One list, opened and used as an administrator does; nothing is shown twice, so all of it is fetched. */
async function visitList(page: Page, address: string, round: number, list: List, next: List) {
  await page.goto(address + list.path, { waitUntil: 'commit' });
  const opened = await page.evaluate<number>('rowsShown');

  const headers = page.getByRole('columnheader').getByRole('button');
  const header = headers.nth(round % (await headers.count()));
  const sorted = await timeRows(page, list, () => header.click());

  const second = page.getByRole('button', { name: 'Go to page 2', exact: true });
  const paged = await timeRows(page, list, () => second.click());

  const word = words[round % words.length] ?? '';
  const field = page.getByRole('textbox', { name: 'Search name or email' });
  const searched = await timeRows(page, list, () => field.pressSequentially(word), word);

  const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: next.name });
  const byMenu = await timeRows(page, next, () => link.click());
  return { opened, sorted, paged, searched, byMenu };
}

/** Uses the three lists in Chromium, in turns, signed in by an administrator's token. */
export async function measureBrowser(
  executablePath: string,
  address: string,
  token: string,
): Promise<BrowserTimes> {
  const times: BrowserTimes = new Map(
    lists.flatMap(({ name }) => actions.map((action) => [keyOf(name, action), []])),
  );
  const add = ({ name }: List, action: (typeof actions)[number], ms: number) =>
    times.get(keyOf(name, action))?.push(ms);
  const browser = await chromium.launch({ executablePath, args: chromiumArgs });
  try {
    for (let round = 0; round < rounds; round += 1) {
      for (const [index, list] of lists.entries()) {
        const next = lists[(index + 1) % lists.length] ?? list;
        const page = await openPage(browser, token, list);
        const { opened, sorted, paged, searched, byMenu } = await visitList(page, address, round, list, next);
        add(list, 'opened', opened);
        add(list, 'sorted', sorted);
        add(list, 'next page', paged);
        add(list, 'searched', searched);
        add(next, 'by the menu', byMenu);
        await page.context().close();
      }
    }
  } finally {
    await browser.close();
  }
  return times;
}

const keyOf = (name: string, action: (typeof actions)[number]) => `${name.toLowerCase()}: ${action}`;

/** A table of the median and the longest time, in milliseconds. */
export function browserTable(times: BrowserTimes): string[] {
  return [
    '| in Chromium, ms | number | p50 | max |',
    '|---|--:|--:|--:|',
    ...[...times].map(([key, list]) => {
      const figures = [0.5, 1].map((share) => Math.round(percentile(list, share)));
      return `| ${key} | ${list.length} | ${figures.join(' | ')} |`;
    }),
  ];
}
