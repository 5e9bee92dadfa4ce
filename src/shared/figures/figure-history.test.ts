import { describe, expect, test } from 'vitest';
import { accountFieldNames } from '../../../contract/chart';
import { recordOf } from '../../../contract/record-of';
import { dashboardNames, dayOf, dayOfPoint, heldIn, pointsOf, spanUntil } from './figure-history';

const none = recordOf(accountFieldNames, () => 0);
const of = (balance: number, bitcoin = 0) => ({ ...none, balance, bitcoin });
const told = (points: ReturnType<typeof pointsOf>) =>
  points.map(({ at, figures }) => [dayOf(at), figures.balance]);

describe('the steps of a line', () => {
  test('begin with the opening, hold from day to day, and reach the end of the last day', () => {
    const days = [
      { day: '2026-03-10', ...of(50) },
      { day: '2026-03-20', ...of(70) },
    ];
    const asked = { from: '2026-03-01', to: '2026-03-31', opening: of(20), days, since: '2026-01-05' };
    expect(told(pointsOf(asked))).toEqual([
      ['2026-03-01', 20],
      ['2026-03-10', 50],
      ['2026-03-20', 70],
      ['2026-04-01', 70],
    ]);
  });

  test('begin with the first entry where the span goes further back', () => {
    const days = [{ day: '2026-03-10', ...of(50) }];
    const asked = { from: '2016-03-01', to: '2026-03-10', opening: none, days, since: '2026-03-10' };
    expect(told(pointsOf(asked))).toEqual([
      ['2026-03-10', 50],
      ['2026-03-11', 50],
    ]);
  });

  test('are level without an entry in the span', () => {
    const asked = { from: '2026-03-01', to: '2026-03-31', opening: of(20), days: [], since: '2026-01-05' };
    expect(told(pointsOf(asked))).toEqual([
      ['2026-03-01', 20],
      ['2026-04-01', 20],
    ]);
  });
});

test('a point is of the day it begins, and the end of the line of the last day', () => {
  const days = [{ day: '2026-03-31', ...of(50) }];
  const points = pointsOf({
    from: '2026-03-01',
    to: '2026-03-31',
    opening: of(20),
    days,
    since: '2026-01-05',
  });
  expect(points.map(({ at }) => dayOf(dayOfPoint(at, points)))).toEqual([
    '2026-03-01',
    '2026-03-31',
    '2026-03-31',
  ]);
});

test('a composition has the holdings that were anything at any time', () => {
  const asked = { from: '2026-03-01', to: '2026-03-02', opening: of(9, 5), days: [], since: '2026-01-05' };
  expect(heldIn(pointsOf(asked), dashboardNames).map(({ label }) => label)).toEqual(['Bitcoin']);
});

test('a span goes back from a day', () => {
  expect(spanUntil('2026-03-31', '1M')).toEqual({ from: '2026-03-01', to: '2026-03-31' });
});
