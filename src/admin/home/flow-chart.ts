import { enumValues } from '../../../contract/enum-values';
import type { Crypto } from '../../../contract/enums';
import type { Home } from '../../../contract/home';
import { daysBetween } from './days';

export interface Flow {
  in: number;
  out: number;
}

export interface FlowDay extends Flow {
  day: string;
  /** Of the currencies that moved on that day. */
  byCurrency: { crypto: Crypto; flow: Flow }[];
}

/** Dollars of a part of a bar, from one amount to another, counted from nothing outwards. */
export interface Part {
  crypto: Crypto;
  from: number;
  to: number;
}

/** Every day of the flows, those without any too, with the currencies in the order of the contract. */
export function flowDaysOf({ from, to, days }: Home['flows']): FlowDay[] {
  return daysBetween(from, to).map((day) => {
    const ofDay = days.filter((flow) => flow.day === day);
    const byCurrency = enumValues.cryptos.flatMap((crypto) =>
      ofDay.filter((flow) => flow.crypto === crypto).map((flow) => ({ crypto, flow })),
    );
    return { day, ...sumOf(ofDay), byCurrency };
  });
}

/** What came and went in all. */
export function sumOf(flows: readonly Flow[]): Flow {
  // Dollars with cents do not add up as floating-point numbers: the nearest cent is what is meant.
  const cents = (side: keyof Flow) =>
    Math.round(flows.reduce((sum, flow) => sum + flow[side] * 100, 0)) / 100;
  return { in: cents('in'), out: cents('out') };
}

/** The parts of a bar, one above the other. */
export function partsOf({ byCurrency }: FlowDay, side: keyof Flow): Part[] {
  let reached = 0;
  return byCurrency.flatMap(({ crypto, flow }) => {
    if (flow[side] === 0) return [];
    const from = reached;
    reached += flow[side];
    return [{ crypto, from, to: reached }];
  });
}

/** About how many lines stand on the higher side of a chart. */
const lines = 3;

/** Amounts of the lines of a chart, from the highest that came to the highest that went, which are negative. */
export function ticksOf(days: readonly Flow[]): number[] {
  const most = (side: keyof Flow) => Math.max(0, ...days.map((day) => day[side]));
  const step = roundStep(Math.max(most('in'), most('out')) / lines);
  const [above, below] = [Math.ceil(most('in') / step), Math.ceil(most('out') / step)];
  return Array.from({ length: above + below + 1 }, (_, index) => (above - index) * step);
}

/** 1, 2 or 5 times a power of ten, not less than asked for; something even for nothing. */
function roundStep(least: number): number {
  if (least <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(least));
  const step = [1, 2, 5].find((times) => times * power >= least) ?? 10;
  return step * power;
}

const thousands = ['', 'K', 'M', 'B', 'T'];

/** "$1.5K" of an amount, whichever way it went. */
export function tickText(amount: number): string {
  const size = Math.abs(amount);
  const rounded = (unit: number) => Math.round(size / (1_000 ** unit / 10)) / 10;
  // 999,950 is a million.
  const unit = thousands.findIndex((_, index) => rounded(index) < 1_000);
  const shown = unit === -1 ? thousands.length - 1 : unit;
  return `$${rounded(shown)}${thousands[shown]}`;
}
