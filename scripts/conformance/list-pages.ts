import { randomUUID } from 'node:crypto';
import { headers } from '../../contract/headers';
import { limits } from '../../contract/limits';
import type { accountList, ListSpec, transactionList, userList } from '../../contract/list-query';
import type { z } from '../../contract/zod';
import { dataOf, type Reply, Wrong } from './client';
import { each } from './faults';
import * as shapes from './shapes';
import { times } from './visit';

type Filter = Readonly<Record<string, unknown>>;
type Range = readonly [first: number, last: number];
/** Sends the call of a list with a query, as an administrator. */
type Ask = (query: string) => Promise<Reply>;

/** A list of the console. */
export interface ConsoleList<Row> {
  shape: z.ZodType<Row[]>;
  idOf(row: Row): string;
  /** A filter on a field, which no row fits. */
  fitsNothing: Filter;
  /** A field whose order is the same on every host. */
  sorted: Sorted<Row>;
}

interface Sorted<Row> {
  field: string;
  read(row: Row): string | number;
}

/** A word that no name, address or field has. */
const nowhere = randomUUID().replaceAll('-', '');

/** No deposit or withdrawal is of nothing, and nobody owes as much as can be owed. */
export const consoleLists = {
  listUsers: listOf({
    shape: shapes.users,
    idOf: ({ _id }) => _id,
    fitsNothing: filterOf<typeof userList>({ country: nowhere }),
    sorted: sortOf<typeof userList, shapes.ListedUser>('email', ({ email }) => email.toLowerCase()),
  }),
  listTransactions: listOf({
    shape: shapes.transactions,
    idOf: ({ _id }) => _id,
    fitsNothing: filterOf<typeof transactionList>({ amount_lte: 0 }),
    sorted: sortOf<typeof transactionList, shapes.ListedTransaction>('amount', ({ amount }) =>
      Number(amount),
    ),
  }),
  listAccounts: listOf({
    shape: shapes.accounts,
    idOf: ({ user }) => user._id,
    fitsNothing: filterOf<typeof accountList>({ balance_lte: -limits.maxAmount }),
    sorted: sortOf<typeof accountList, shapes.ListedAccount>('balance', ({ balance }) => Number(balance)),
  }),
};

/** Keeps what each list says of its rows to one kind of row. */
function listOf<Row>(list: ConsoleList<Row>): ConsoleList<Row> {
  return list;
}

/** A field that the list can be sorted by. */
function sortOf<S extends ListSpec, Row>(
  field: S['sortable'][number],
  read: (row: Row) => string | number,
): Sorted<Row> {
  return { field, read };
}

/** A filter by fields that the list has. */
function filterOf<S extends ListSpec>(
  filter: {
    [F in keyof S['filterable'] & string as F | `${F}_lte`]?: string | number;
  },
): Filter {
  return filter;
}

/**
 * Whether a host sends pages of a list. It says so by a size in `Content-Range`, and then the console leaves cutting,
 * sorting and filtering to it. Throws Wrong when it says so and does otherwise.
 */
export async function hasPages<Row>(
  list: ConsoleList<Row>,
  readAll: () => Promise<readonly Row[]>,
  ask: Ask,
): Promise<boolean> {
  const whole = await readAll();
  const first = await readPage(list, ask);
  if (!first.claimed) return false;
  await each(
    async () => mustHave(first.rows, Math.min(1, whole.length), 'range=[0,0]'),
    () => mustCount(list, ask, readAll, first),
    async () => {
      if (whole.length > 1) await mustGoOn(list, ask, first.rows);
    },
    () => mustSort(list, ask, whole),
    ...[{ q: nowhere }, list.fitsNothing].map((filter) => async () => {
      const { rows, claimed, total } = await readPage(list, ask, { filter });
      const asked = `filter=${JSON.stringify(filter)}, which no row fits,`;
      mustHave(rows, 0, asked);
      if (claimed && total !== 0) throw broken(`${asked} gives the size ${total}`);
    }),
  );
  return true;
}

interface Query {
  range?: Range;
  sort?: readonly [field: string, order: 'ASC' | 'DESC'];
  filter?: Filter;
}

/** Asks as the console does, which always names a range. By ids unless told, so that what is new moves few rows. */
async function readPage<Row>({ shape }: ConsoleList<Row>, ask: Ask, wanted: Query = {}) {
  const { range = [0, 0], sort = ['id', 'ASC'], filter = {} } = wanted;
  const query = new URLSearchParams({
    sort: JSON.stringify(sort),
    range: JSON.stringify(range),
    filter: JSON.stringify(filter),
  }).toString();
  const reply = await ask(query);
  try {
    const size = /\/(\d+)$/.exec(reply.headers.get(headers.contentRange) ?? '')?.[1];
    return {
      claimed: size !== undefined,
      total: Number(size),
      /** The size is where the host stopped to count. */
      isAtLeast: reply.headers.get(headers.totalRelation) === 'gte',
      rows: dataOf(reply, shape),
    };
  } catch (error) {
    if (!(error instanceof Wrong)) throw error;
    throw new Wrong(`asked for ${decodeURIComponent(query)}: ${error.message}`);
  }
}

/** The size is that of the whole list. Lists grow: one that was counted again decides. */
async function mustCount<Row>(
  list: ConsoleList<Row>,
  ask: Ask,
  readAll: () => Promise<readonly Row[]>,
  first: { total: number; isAtLeast: boolean },
): Promise<void> {
  let { total, isAtLeast } = first;
  for (let again = 0; again < 2; again += 1) {
    const { length } = await readAll();
    if (isAtLeast ? total <= length : total === length) return;
    ({ total, isAtLeast } = await readPage(list, ask));
    if (again === 1)
      throw broken(`it says a size of ${total}, and the whole list has ${times(length, 'row')}`);
  }
}

/** The second row is not the first once more. */
async function mustGoOn<Row>(list: ConsoleList<Row>, ask: Ask, first: readonly Row[]): Promise<void> {
  const { rows } = await readPage(list, ask, { range: [1, 1] });
  mustHave(rows, 1, 'range=[1,1]');
  const [one, other] = [first, rows].map((some) => some.map(list.idOf).join());
  if (one === other) throw broken('range=[0,0] and range=[1,1] give the same row');
}

/** The first row upwards is before the first one downwards, where the list has two that differ. */
async function mustSort<Row>(list: ConsoleList<Row>, ask: Ask, whole: readonly Row[]): Promise<void> {
  const { field, read } = list.sorted;
  if (new Set(whole.map(read)).size < 2) return;
  const firstOf = async (order: 'ASC' | 'DESC') => {
    const { rows } = await readPage(list, ask, { sort: [field, order] });
    return rows.map(read)[0];
  };
  const [least, most] = [await firstOf('ASC'), await firstOf('DESC')];
  if (least === undefined || most === undefined || isBefore(least, most)) return;
  throw broken(`sort=["${field}","ASC"] begins with ${least}, and sort=["${field}","DESC"] with ${most}`);
}

/** Hosts have orders of their own for signs; all have that of digits and of letters from a to z. */
function isBefore(one: string | number, other: string | number): boolean {
  if (typeof one === 'number' || typeof other === 'number') return one < other;
  if (one === other) return false;
  const place = [...one].findIndex((letter, index) => letter !== other[index]);
  const [a = '', b = ''] = [one[place], other[place]];
  return /^[a-z0-9]{2}$/.test(a + b) ? a < b : true;
}

function mustHave(rows: readonly unknown[], count: number, asked: string): void {
  if (rows.length !== count) throw broken(`${asked} gives ${times(rows.length, 'row')} rather than ${count}`);
}

const broken = (what: string) => new Wrong(`Content-Range says that it sends pages, but ${what}`);
