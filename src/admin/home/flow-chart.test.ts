import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ageText } from './age';
import { flowDaysOf, partsOf, sumOf, ticksOf, tickText } from './flow-chart';

const flows = {
  from: '2026-02-27',
  to: '2026-03-02',
  days: [
    { day: '2026-03-01', crypto: 'ethereum' as const, in: 0.2, out: 40 },
    { day: '2026-03-01', crypto: 'bitcoin' as const, in: 0.1, out: 0 },
  ],
};

describe('what came and went', () => {
  it('has every day, also those without anything, over the end of a month', () => {
    expect(flowDaysOf(flows).map(({ day, in: came, out }) => [day, came, out])).toEqual([
      ['2026-02-27', 0, 0],
      ['2026-02-28', 0, 0],
      ['2026-03-01', 0.3, 40],
      ['2026-03-02', 0, 0],
    ]);
  });

  it('is stacked in the order of the currencies, without those that did not move', () => {
    const day = flowDaysOf(flows)[2];
    if (!day) throw new Error('No third day');
    expect(partsOf(day, 'in').map(({ crypto, from }) => [crypto, from])).toEqual([
      ['bitcoin', 0],
      ['ethereum', 0.1],
    ]);
    expect(partsOf(day, 'out')).toEqual([{ crypto: 'ethereum', from: 0, to: 40 }]);
  });

  it('adds up to the cent', () => {
    expect(sumOf(Array.from({ length: 10 }, () => ({ in: 0.1, out: 0.7 })))).toEqual({ in: 1, out: 7 });
  });
});

describe('the lines of the chart', () => {
  it.each([
    [{ in: 5_000, out: 400 }, [6_000, 4_000, 2_000, 0, -2_000]],
    [{ in: 0, out: 90 }, [0, -50, -100]],
    [{ in: 999_999_999.99, out: 0 }, [1_000_000_000, 500_000_000, 0]],
    [{ in: 0, out: 0 }, [0]],
  ])('of %j are at round amounts and take everything in', (most, ticks) => {
    expect(ticksOf([most]).map((tick) => tick + 0)).toEqual(ticks);
  });

  it('are named in few letters, whichever way', () => {
    expect([1_500, -2_000_000, 0].map(tickText)).toEqual(['$1.5K', '$2M', '$0']);
  });
});

it.each([
  ['2026-03-04T09:59:30Z', 'less than a minute'],
  ['2026-03-04T09:59:00Z', '1 minute'],
  ['2026-03-04T08:00:00Z', '2 hours'],
  ['2026-03-02T11:00:00Z', '47 hours'],
  ['2026-03-02T09:00:00Z', '2 days'],
  ['2026-03-04T11:00:00Z', 'less than a minute'],
])('since %s is %s', (since, text) => {
  expect(ageText(since, '2026-03-04T10:00:00Z')).toBe(text);
});

describe('amounts of a scale', () => {
  it('are written as the browser writes them', () => {
    const browser = new Intl.NumberFormat('en-US', {
      style: 'currency',
      currency: 'USD',
      notation: 'compact',
      minimumFractionDigits: 0,
      maximumFractionDigits: 1,
    });
    const edges = fc.constantFrom(0, 0.5, 999, 999.95, 1_000, 999_949, 999_950, 1e6, 1.25e9, 999e12);
    const whole = fc.integer({ min: 0, max: 999e12 });
    const small = fc.integer({ min: 0, max: 2e6 });
    fc.assert(
      fc.property(fc.oneof(whole, small, edges), (amount) => {
        expect(tickText(amount)).toBe(browser.format(amount));
      }),
      { numRuns: 5_000 },
    );
  });
});
