import { randomUUID } from 'node:crypto';
import { headers } from '../../contract/headers';
import { limits } from '../../contract/limits';
import type { accountList, ListSpec, transactionList, userList } from '../../contract/list-query';
import type { z } from '../../contract/zod';
import { dataOf, type Reply, Wrong } from './client';
import * as shapes from './shapes';

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
}

/** A word that no name, address or field has. */
const nowhere = randomUUID().replaceAll('-', '');

/** No deposit or withdrawal is of nothing, and nobody owes as much as can be owed. */
export const consoleLists = {
  listUsers: listOf(shapes.users, ({ _id }) => _id, filterOf<typeof userList>({ country: nowhere })),
  listTransactions: listOf(
    shapes.transactions,
    ({ _id }) => _id,
    filterOf<typeof transactionList>({ amount_lte: 0 }),
  ),
  listAccounts: listOf(
    shapes.accounts,
    ({ user }) => user._id,
    filterOf<typeof accountList>({ balance_lte: -limits.maxAmount }),
  ),
};

function listOf<Row>(
  shape: z.ZodType<Row[]>,
  idOf: (row: Row) => string,
  fitsNothing: Filter,
): ConsoleList<Row> {
  return { shape, idOf, fitsNothing };
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
 * Whether a host sends pages of a list. It says so by a size in `Content-Range`, and then the console leaves cutting and
 * filtering to it. Throws Wrong when it says so and does otherwise.
 */
export async function hasPages<Row>(
  list: ConsoleList<Row>,
  whole: readonly Row[],
  ask: Ask,
): Promise<boolean> {
  const first = await readPage(list, ask, [0, 0]);
  if (!first.claimed) return false;
  mustHave(first.rows, Math.min(1, whole.length), 'range=[0,0]');
  if (whole.length > 1) await mustGoOn(list, ask, first.rows);
  for (const filter of [{ q: nowhere }, list.fitsNothing]) {
    const { rows } = await readPage(list, ask, [0, 0], filter);
    mustHave(rows, 0, `filter=${JSON.stringify(filter)}, which no row fits,`);
  }
  return true;
}

/** Asks as the console does, which always names a range. By ids, so that what is new moves few rows. */
async function readPage<Row>({ shape }: ConsoleList<Row>, ask: Ask, range: Range, filter: Filter = {}) {
  const query = new URLSearchParams({
    sort: JSON.stringify(['id', 'ASC']),
    range: JSON.stringify(range),
    filter: JSON.stringify(filter),
  }).toString();
  const reply = await ask(query);
  try {
    const claimed = /\/\d+$/.test(reply.headers.get(headers.contentRange) ?? '');
    return { claimed, rows: dataOf(reply, shape) };
  } catch (error) {
    if (!(error instanceof Wrong)) throw error;
    throw new Wrong(`asked for ${decodeURIComponent(query)}: ${error.message}`);
  }
}

/** The second row is not the first once more. */
async function mustGoOn<Row>(list: ConsoleList<Row>, ask: Ask, first: readonly Row[]): Promise<void> {
  const { rows } = await readPage(list, ask, [1, 1]);
  mustHave(rows, 1, 'range=[1,1]');
  const [one, other] = [first, rows].map((some) => some.map(list.idOf).join());
  if (one === other) throw broken('range=[0,0] and range=[1,1] give the same row');
}

function mustHave(rows: readonly unknown[], count: number, asked: string): void {
  const plural = rows.length === 1 ? '' : 's';
  if (rows.length !== count) throw broken(`${asked} gives ${rows.length} row${plural} rather than ${count}`);
}

const broken = (what: string) => new Wrong(`Content-Range says that it sends pages, but ${what}`);
