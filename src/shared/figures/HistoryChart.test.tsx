// @vitest-environment jsdom
import { fireEvent, render } from '@testing-library/react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { accountFieldNames } from '../../../contract/chart';
import { recordOf } from '../../../contract/record-of';
import { dashboardNames, pointsOf } from './figure-history';
import HistoryChart from './HistoryChart';

const none = recordOf(accountFieldNames, () => 0);

/** jsdom lays out nothing, and a chart of no width has no axis. */
function stubWidth(): void {
  const { style } = document.createElement('div');
  style.width = '900px';
  const asked = vi.spyOn(window, 'getComputedStyle').mockReturnValue(style);
  onTestFinished(() => asked.mockRestore());
}

it.each([
  ['2026-11-27', ['Nov 27', 'Nov 28']],
  ['2026-11-26', ['Nov 26', 'Nov 27', 'Nov 28']],
  [
    '2024-12-01',
    ['Jan 2025', 'Apr 2025', 'Jul 2025', 'Oct 2025', 'Jan 2026', 'Apr 2026', 'Jul 2026', 'Oct 2026'],
  ],
  ['2026-11-24', ['Nov 24', 'Nov 25', 'Nov 26', 'Nov 27', 'Nov 28']],
])('the axis of an account whose first entry is of %s names each day once', (since, days) => {
  stubWidth();
  const today = '2026-11-27';
  const points = pointsOf({ from: since, to: today, opening: none, days: [{ day: since, ...none }], since });
  const { container } = render(
    <HistoryChart points={points} names={dashboardNames} shown="balance" label="Balance over time" />,
  );
  const named = container.querySelectorAll('.MuiChartsAxis-directionX text');
  expect([...named].map(({ textContent }) => textContent)).toEqual(days);
});

it('what is pointed at last is of the last day, not of the day after it', async () => {
  stubWidth();
  const [since, today] = ['2026-11-26', '2026-11-27'];
  const points = pointsOf({ from: since, to: today, opening: none, days: [{ day: since, ...none }], since });
  const { container, baseElement } = render(
    <HistoryChart points={points} names={dashboardNames} shown="balance" label="Balance over time" />,
  );
  const focusable = container.querySelector<HTMLElement>('[tabindex="0"]');
  focusable?.focus();
  if (focusable) for (const _ of [1, 2, 3]) fireEvent.keyDown(focusable, { key: 'ArrowRight' });
  await vi.waitFor(() =>
    expect(baseElement.querySelector('[role=tooltip]')?.textContent).toContain('Nov 27, 2026'),
  );
});

it('what takes the focus in the chart has a name', () => {
  stubWidth();
  const points = pointsOf({
    from: '2026-11-26',
    to: '2026-11-27',
    opening: none,
    days: [],
    since: '2026-11-26',
  });
  const { container } = render(
    <HistoryChart points={points} names={dashboardNames} shown="balance" label="Balance over time" />,
  );
  const focusable = container.querySelectorAll('[tabindex="0"]');
  expect([...focusable].map((each) => each.getAttribute('aria-label'))).toEqual([
    'Day by day, by the arrow keys',
  ]);
  expect([...focusable].map((each) => each.getAttribute('role'))).toEqual(['group']);
});
