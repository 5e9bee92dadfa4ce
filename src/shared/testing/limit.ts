import { act, screen, waitFor } from '@testing-library/react';
import { expect, onTestFinished, vi } from 'vitest';
import { refusals } from '../../../contract/refusals';
import type { Answer } from './stand-in-host';

/** For tests: what a host answers to whoever comes too often; the next try is taken after two seconds. */
export function tooOften(): Answer {
  const message = refusals.rateLimited;
  return {
    status: 429,
    headers: { 'retry-after': '2' },
    body: { errors: [{ error: message, message, code: 'rate_limited' }] },
  };
}

/** The clock and what ticks by it go on as usual, and can be put forward, until the test ends. */
function takeClock(): void {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
}

/**
 * For tests: what `meetLimit` does meets the limit, and the button of that name counts down in its place, off meanwhile and
 * on again afterwards. A screen reader hears of the wait when it begins and when it is over, once each.
 */
export async function expectCountdown(
  name: string | RegExp,
  meetLimit: () => Promise<unknown>,
): Promise<void> {
  takeClock();
  const heard: string[] = [];
  const shown = new Set<string>();
  // Everything that stood there is looked at, however long this test is kept from looking.
  const watch = new MutationObserver(() => {
    const texts = [...document.querySelectorAll('[role=status]')].map((place) => place.textContent);
    const said = texts.find((text) => text?.startsWith('You can try again'));
    if (said && said !== heard.at(-1)) heard.push(said);
    for (const button of document.querySelectorAll('button')) {
      const text = button.textContent ?? '';
      if (text.startsWith('Try again in')) shown.add(`${text}${button.disabled ? '' : ', not disabled'}`);
    }
  });
  watch.observe(document.body, { attributes: true, childList: true, subtree: true, characterData: true });
  try {
    await meetLimit();
    for (const left of ['Try again in 0:02', 'Try again in 0:01']) {
      await waitFor(() => expect([...shown]).toContain(left));
      act(() => vi.advanceTimersByTime(1_000));
    }
    await waitFor(() => expect(heard).toContain('You can try again now'));
    await waitFor(() => expect(screen.getByRole('button', { name })).toBeEnabled());
  } finally {
    watch.disconnect();
  }
  expect(heard).toEqual(['You can try again in 2 seconds', 'You can try again now']);
  expect([...shown][0]).toBe('Try again in 0:02');
  expect([...shown].filter((text) => text.includes('not disabled'))).toEqual([]);
}
