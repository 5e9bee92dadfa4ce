import { beforeEach } from 'vitest';
import { connectViewport } from '../toasts';

/*
 * A toast that the test before has left would be shown before those of this one, for its five seconds, or be taken for one
 * of them.
 */
beforeEach(() => {
  connectViewport((_, onGone) => {
    onGone();
    return () => {};
  })();
});
