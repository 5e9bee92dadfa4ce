import { ApiError } from './api-error';

/** Some rows of a list, as the host answered them. */
export interface ListPart<R> {
  rows: readonly R[];
  /** Where in the list the first of them is, counted from 0. */
  start: number;
  /** How many rows the list has. */
  total: number;
  /** The list was not counted to its end: there are at least `total`. */
  atLeast?: boolean | undefined;
}

interface ListReader<R> {
  /** Reads from a place of the list on, or from some rows before it. */
  read: (place: number) => Promise<ListPart<R>>;
  idOf: (row: R) => unknown;
  /** What the list is ordered by: a row whose value has changed may be at another place than before. */
  orderOf: (row: R) => unknown;
}

/** Of the rows of a part, how many are read once more with the next one. */
const overlap = 1 / 20;
/** How often a part is looked for further up before the list is given up. */
const mostSteps = 50;

const listMoved = 'The list changes faster than it can be read; try again, or narrow the filter';

/** Where the part after this one begins, at least a row before its end. */
function placeAfter(end: number, length: number): number {
  return Math.max(0, end - Math.ceil(length * overlap));
}

/**
 * Every row of a list that others change meanwhile, none of them twice: each that was in it all the time is there. `known` is
 * how it begins where that is here already. Parts overlap: where none of what is known is found again at its place, rows
 * have left, others would be missing, and the part is looked for further up. Rows that have come to where was read already
 * are the last.
 */
export async function everyRow<R>(
  { read, idOf, orderOf }: ListReader<R>,
  known: readonly R[] = [],
): Promise<R[]> {
  const found = new Map(known.map((row) => [idOf(row), row]));
  const isInPlace = (row: R) => {
    const before = found.get(idOf(row));
    return before !== undefined && JSON.stringify(orderOf(before)) === JSON.stringify(orderOf(row));
  };
  let length = known.length;
  let reached = known.length;
  let place = placeAfter(reached, length);
  let steps = 0;
  let again = false;
  for (;;) {
    const { rows, start, total, atLeast } = await read(place);
    if (start > 0 && !rows.some(isInPlace)) {
      steps += 1;
      if (steps > mostSteps)
        throw new ApiError(0, [{ error: listMoved, message: listMoved, code: 'conflict' }]);
      place = Math.max(0, place - length);
      reached = 0;
      continue;
    }
    for (const row of rows) found.set(idOf(row), row);
    const end = start + rows.length;
    const complete = found.size >= total;
    // A host may have counted more rows than it gives.
    const isEnd = end <= reached || (end >= total && !atLeast);
    if (isEnd ? complete || again : complete && again) return [...found.values()];
    again ||= isEnd;
    length = rows.length;
    reached = isEnd ? 0 : end;
    place = isEnd ? 0 : placeAfter(end, length);
  }
}
