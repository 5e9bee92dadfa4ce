import { mayCall } from '../../contract/access';
import { readSession } from '../shared/token';

/**
 * Says on the page's root element who is signed in, for the styles that choose between the links of guests, investors
 * and whoever has the console. Runs in the page's head, so that the right ones are there from the first paint.
 */
export function markSession(): void {
  const type = readSession()?.type;
  if (type === undefined) delete document.documentElement.dataset.session;
  else document.documentElement.dataset.session = mayCall('console', type) ? 'console' : 'investor';
}
