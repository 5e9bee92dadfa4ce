import { describe, expect, test } from 'vitest';
import { liveGaps } from './live-gaps';

const complete = {
  operator: 'Averin Asset Management Ltd',
  supportMail: 'help@averin.invest',
  risk: { headline: 'Your capital is at risk.', text: 'You can lose all you invest.' },
};

describe('a live site', () => {
  test('has no gaps when operator, support mail and risk are filled in', () => {
    expect(liveGaps(complete)).toEqual([]);
  });

  test.each([
    ['operator', 'without its operator', { operator: ' ' }],
    ['supportMail', 'without a support mail', { supportMail: '' }],
    ['supportMail', 'with an address that is none', { supportMail: 'averin.invest' }],
    ['supportMail', 'with the address it came with', { supportMail: 'support@example.com' }],
    ['supportMail', 'with an address below an example', { supportMail: 'help@mail.Example.org ' }],
    ['risk', 'without a headline of the risk', { risk: { ...complete.risk, headline: '' } }],
    ['risk', 'without the text of the risk', { risk: { ...complete.risk, text: ' ' } }],
  ])('names %s as its one gap %s', (name, _, change) => {
    const gaps = liveGaps({ ...complete, ...change });
    expect(gaps).toHaveLength(1);
    expect(gaps[0]).toContain(`src/app.config.ts, ${name}: `);
  });

  test('may have an address that only looks like an example', () => {
    expect(liveGaps({ ...complete, supportMail: 'help@myexample.com' })).toEqual([]);
  });

  test('names all gaps at once', () => {
    expect(liveGaps({ operator: '', supportMail: '', risk: { headline: '', text: '' } })).toHaveLength(3);
  });
});
