import { expect, it } from 'vitest';
import { account } from '../../testing/investor-host';
import { percentText, sharesOf } from './shares';

const told = (figures: Partial<typeof account>) =>
  sharesOf({ ...account, bitcoin: 0, ...figures }).map(({ label, amount, part }) => [label, amount, part]);

it('an account is the sum of its currencies, each with its part', () => {
  expect(told({ bitcoin: 750, usdt: 250 })).toEqual([
    ['Bitcoin', 750, 0.75],
    ['Litecoin', 0, 0],
    ['Usdt', 250, 0.25],
    ['Ethereum', 0, 0],
  ]);
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
  expect(told({ bnb: 10 }).at(-1)).toEqual(['Bnb', 10, 1]);
});

it('an overdrawn currency is no part of a whole, and takes nothing from the others', () => {
  expect(told({ bitcoin: 100, usdt: -40 })).toEqual([
    ['Bitcoin', 100, 1],
    ['Litecoin', 0, 0],
    ['Usdt', -40, null],
    ['Ethereum', 0, 0],
  ]);
});

it('an empty account has parts of nothing', () => {
  expect(told({}).map(([, , part]) => part)).toEqual([0, 0, 0, 0]);
});

it('a part is a percentage with one decimal, and never nothing when there is some', () => {
  expect([0, 0.00001, 0.1234, 1].map(percentText)).toEqual(['0%', '<0.1%', '12.3%', '100%']);
});
