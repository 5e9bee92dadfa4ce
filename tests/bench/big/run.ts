import { ensureChromium } from '../../../scripts/chromium';
import { onWhat, writeResults } from '../report';
import { inFolder } from '../servers';
import { browserTable, measureBrowser } from './browser';
import { addRows, benchChecks } from './checks';
import { fillDatabase, onFilled } from './database';
import { askHome, homeTable } from './home';
import { askAll, type Timed } from './measure';
import { type ListCall, listCalls } from './queries';
import { compareFirstPages, compareLastPages, longest, tableOf } from './results';
import { type Size, sizeOf } from './steps';

/** What first pages are compared with. */
const small: Size = { users: 1_000, transactions: 10_000 };
/** How often each first and last page is asked for when they are compared. */
const rounds = 15;
/** How often the home is asked for. */
const homeRequests = 300;

/** What is measured on a database of many transactions. */
export interface BigParts {
  transactions: number;
  lists: boolean;
  checks: boolean;
}

/** Fills a database with that many transactions, and measures the lists of the console, the checks of the books, or both. */
export function benchBig({ transactions, lists, checks }: BigParts): Promise<void> {
  const chromium = lists ? ensureChromium() : undefined;
  const size: Size = { users: Math.ceil(transactions / 10), transactions, ofOne: 10_000 };
  return inFolder(async (folder) => {
    const caughtUp = await fillDatabase(folder, size);
    if (chromium !== undefined) await benchLists(folder, size, chromium);
    if (checks) await benchChecks(folder, size, caughtUp);
  });
}

/** The home and the lists, over the API, the lists in Chromium and on a small database as well. Writes its part of docs/benchmark.md. */
async function benchLists(folder: string, size: Size, chromium: string): Promise<void> {
  await fillDatabase(folder, small);
  const smallPages = await onFilled(folder, small, ({ address, admin }) =>
    repeat(address, admin, endPages()),
  );
  // Days of the home with something on them, and decisions.
  await onFilled(folder, size, addRows);
  // The operating system still has the files.
  const { home, cold, warm, pages, homeLater, inBrowser } = await onFilled(
    folder,
    size,
    async ({ address, admin }) => ({
      home: await askHome(address, admin, 1),
      cold: await askAll(address, admin, inMixedOrder(listCalls())),
      warm: await askAll(address, admin, inMixedOrder(listCalls())),
      pages: await repeat(address, admin, endPages()),
      homeLater: await askHome(address, admin, homeRequests),
      inBrowser: await measureBrowser(chromium, address, admin),
    }),
  );
  const lines = [
    `${onWhat()}, embedded PostgreSQL, ${sizeOf(size)}, one request at a time.`,
    '',
    ...tableOf(cold, warm),
    '',
    compareFirstPages(smallPages, pages),
    compareLastPages(pages),
    '',
    ...longest(warm, 5),
    '',
    ...homeTable(home, homeLater),
    '',
    ...browserTable(inBrowser),
  ];
  console.log(lines.join('\n'));
  writeResults('lists', lines);
}

/** The first and the last page of every list, by every field. */
function endPages(): ListCall[] {
  return listCalls().filter(({ kind, where }) => kind === 'sort' && (where === 'first' || where === 'last'));
}

async function repeat(address: string, token: string, calls: readonly ListCall[]): Promise<Timed[]> {
  const timed: Timed[] = [];
  // The first round is for warming up.
  await askAll(address, token, calls);
  for (let round = 0; round < rounds; round += 1) timed.push(...(await askAll(address, token, calls)));
  return timed;
}

/** The same mix each time; a first page stands before the others of its list, since it tells their total. */
function inMixedOrder(calls: ListCall[]): ListCall[] {
  const mixed = calls.map((call, index) => ({ call, at: (index * 7_919) % 10_007 }));
  const inOrder = mixed.toSorted((a, b) => a.at - b.at).map(({ call }) => call);
  return [
    ...inOrder.filter(({ where }) => where === 'first'),
    ...inOrder.filter(({ where }) => where !== 'first'),
  ];
}
