import { act } from '@testing-library/react';

/** Milliseconds in which what was begun reaches a host on a quiet machine, with code that is fetched for it. */
const pause = 150;

/** For claims that nothing is sent, or nothing shown: what was begun before has arrived, and whatever waited for it has gone on. */
export async function letItArrive(): Promise<void> {
  await act(async () => {
    await new Promise((resolve) => setTimeout(resolve, pause * Number(import.meta.env.TEST_SLOWNESS ?? 1)));
  });
}
