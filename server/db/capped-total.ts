import type { ListRequest, Page } from '../lists/list';
import { countLimit } from './big-list';

type Ranged = Pick<ListRequest, 'range'>;

/** So many rows have a total that says how many there are: those up to the limit, and up to the end of the page. */
const exactTo = ({ range }: Ranged) => Math.max(countLimit, range ? range.last + 1 : 0);

/** Up to how many rows are counted for a page: one more than are told exactly, so that another page follows where there is one. */
export const countedTo = (request: Ranged): number => exactTo(request) + 1;

/** What is said of the number of rows that were counted so. */
export function cappedTotal(
  request: Ranged,
  counted: number | undefined,
): Pick<Page<unknown>, 'total' | 'atLeast'> {
  const more = request.range && counted !== undefined && counted > exactTo(request);
  return more ? { total: counted, atLeast: true } : { total: counted };
}

/** The same of a page whose total was counted so. */
export function withCappedTotal<Row>(request: Ranged, page: Page<Row>): Page<Row> {
  return { ...page, ...cappedTotal(request, page.total) };
}
