import type { ListRequest, Page } from '../lists/list';
import { countLimit } from './big-list';

/** What is said of the number of rows when there are more than are counted: `counted` ends one past the limit. */
export function cappedTotal(
  { range }: ListRequest,
  shown: number,
  counted: number | undefined,
): Pick<Page<unknown>, 'total' | 'atLeast'> {
  if (!range || counted === undefined || counted <= countLimit) return { total: counted };
  const full = shown === range.last - range.first + 1;
  return { total: Math.max(counted, range.first + shown), atLeast: full || shown === 0 };
}

/** The same of a page whose total was counted so. */
export function withCappedTotal<Row>(request: ListRequest, page: Page<Row>): Page<Row> {
  return { ...page, ...cappedTotal(request, page.rows.length, page.total) };
}
