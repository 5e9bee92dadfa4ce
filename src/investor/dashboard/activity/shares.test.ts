import { expect, it } from 'vitest';
import { holdings } from '../../../../contract/chart';
import { account } from '../../testing/investor-host';
import { percentText, sharesOf } from './shares';

const told = (figures: Partial<typeof account>) =>
  sharesOf({ ...account, bitcoin: 0, ...figures }).map(({ label, amount, part }) => [label, amount, part]);

/** Every currency of the overview, with an amount of nothing where `some` has none. */
const allWith = (some: Record<string, [amount: number, part: number | null]>) =>
  holdings.flatMap(({ label, overview }) => (overview ? [[label, ...(some[label] ?? [0, 0])]] : []));

it('an account is the sum of its currencies, each with its part', () => {
  expect(told({ bitcoin: 750, usdt: 250 })).toEqual(allWith({ Bitcoin: [750, 0.75], Usdt: [250, 0.25] }));
});

it('a figure that the host does not have is left out, and takes nothing from the others', () => {
  expect(
    sharesOf({ bitcoin: 30, usdt: 10, ethereum: null } as unknown as typeof account).map(
      ({ label, amount, part }) => [label, amount, part],
    ),
  ).toEqual([
    ['Bitcoin', 30, 0.75],
    ['Usdt', 10, 0.25],
  ]);
});

it('bnb is there once there is some', () => {
  expect(told({})).not.toContainEqual(expect.arrayContaining(['Bnb']));
  expect(told({ bnb: 10 })).toContainEqual(['Bnb', 10, 1]);
});

it('an overdrawn currency is no part of a whole, and takes nothing from the others', () => {
  expect(told({ bitcoin: 100, usdt: -40 })).toEqual(allWith({ Bitcoin: [100, 1], Usdt: [-40, null] }));
});

it('an empty account has parts of nothing', () => {
  expect(told({})).toEqual(allWith({}));
});

it('a part is a percentage with one decimal, never nothing when there is some, nor all when there is another', () => {
  const parts = [0, 0.00001, 0.1234, 0.999, 0.9996, 1].map(percentText);
  expect(parts).toEqual(['0%', '<0.1%', '12.3%', '99.9%', '>99.9%', '100%']);
});
