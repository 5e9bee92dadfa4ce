import { storeToken } from '../session';
import { heldBack } from './held-back';
import { letItArrive } from './let-it-arrive';
import { tokenOf } from './tokens';

/** For tests: an answer is held back, by its `after`, until `letNextIn` has signed another person in; what waited for it has gone on then. */
export function answeredLate() {
  const { after, release } = heldBack();
  async function letNextIn(): Promise<void> {
    storeToken(tokenOf('investor', 'person-2'));
    release();
    await letItArrive();
  }
  return { after, letNextIn };
}
