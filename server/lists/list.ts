// A list as it is asked for and as it is answered, apart from HTTP and from the database.

/** One condition of a list; dates as Date, amounts in cents, numbers of many digits as text. */
export type Condition =
  | { kind: 'search'; field: 'q'; text: string }
  | { kind: 'oneOf'; field: string; values: string[] }
  | { kind: 'from' | 'to'; field: string; value: Date | number | string };

/** A list's query, checked. */
export interface ListRequest {
  sort: { field: string; order: 'ASC' | 'DESC' } | undefined;
  /** Positions of the first and the last row, both inside; none asks for all. */
  range: { first: number; last: number } | undefined;
  conditions: Condition[];
}

export interface Page<Row> {
  rows: Row[];
  /** All rows that match; only counted when a range was asked for. */
  total: number | undefined;
  /** There are more rows than `total`, which was as far as it was counted. */
  atLeast?: boolean;
  /** What follows `rows`, of a whole list too long to be in memory at once, and how many both are. */
  rest?: AsyncIterable<Row[]>;
  all?: number;
}

/** Rows of a long list that are read and written out at once; nobody else is answered meanwhile. */
export const rowsAtOnce = 250;

/** The page with each of its rows changed. */
export function mapPage<Row, Shown>(
  { rows, rest, ...page }: Page<Row>,
  show: (row: Row) => Shown,
): Page<Shown> {
  async function* showRest(some: AsyncIterable<Row[]>) {
    for await (const more of some) yield more.map(show);
  }
  return { ...page, rows: rows.map(show), ...(rest && { rest: showRest(rest) }) };
}
