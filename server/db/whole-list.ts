import { type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { type Page, rowsAtOnce } from '../lists/list';
import type { Queries, ReadSource } from './client';

/** Keys of a list's rows, in order, a few bytes each. */
interface Keys<Key> {
  length: number;
  slice(from: number, to: number): Key[];
}

/** How the ids of a column travel as one value, and not as a million. */
const packings = {
  uuid: {
    send: sql`uuid_send(id)`,
    size: 16,
    read: (bytes: Buffer, at: number) => bytes.toString('hex', at, at + 16),
    type: sql`uuid[]`,
  },
  number: {
    send: sql`int8send(id)`,
    size: 8,
    read: (bytes: Buffer, at: number) => String(bytes.readBigInt64BE(at)),
    type: sql`bigint[]`,
  },
};

const packingOf = (id: PgColumn) => (id.columnType === 'PgUUID' ? packings.uuid : packings.number);

/** The ids that a query selects as `id`, in its order. */
export async function readIds(db: Queries, id: PgColumn, query: SQL): Promise<Keys<string>> {
  const { send, size, read } = packingOf(id);
  const packed = sql<Buffer | null>`string_agg(${send}, '')`.as('ids');
  const [row] = await db.select({ ids: packed }).from(sql`(${query}) as ordered`);
  return unpack(row?.ids, size, read);
}

/** Keys of `size` bytes that travelled as one value. */
export function unpack<Key>(
  bytes: Buffer | null | undefined,
  size: number,
  read: (bytes: Buffer, at: number) => Key,
): Keys<Key> {
  const all = bytes ?? Buffer.alloc(0);
  const length = all.length / size;
  return {
    length,
    slice(from, to) {
      const count = Math.max(0, Math.min(to, length) - from);
      return Array.from({ length: count }, (_, nth) => read(all, (from + nth) * size));
    },
  };
}

/** Of all rows those with these ids. */
export function isAnyOf(id: PgColumn, some: readonly string[]): SQL {
  return sql`${id} = any(${sql.param([...some])}::${packingOf(id).type})`;
}

/**
 * Everything, of which only the keys are in memory at once: the first rows here, what follows as it is read. Which rows,
 * and in what order, is as of the keys. `read` answers the rows of some keys in their order.
 */
export async function readInParts<Key, Row>(
  { db, rest = db }: Pick<ReadSource, 'db' | 'rest'>,
  keys: Keys<Key>,
  read: (queries: Queries, some: Key[]) => Promise<Row[]>,
): Promise<Page<Row>> {
  async function* readRest() {
    for (let from = rowsAtOnce; from < keys.length; from += rowsAtOnce)
      yield await read(rest, keys.slice(from, from + rowsAtOnce));
  }
  const rows = await read(db, keys.slice(0, rowsAtOnce));
  return { rows, total: undefined, ...(keys.length > rowsAtOnce && { rest: readRest(), all: keys.length }) };
}
