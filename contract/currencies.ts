import { type HoldingField, holdings, type Payable } from './chart';

export interface Currency extends Payable {
  /** The figure of an account that it moves. */
  field: HoldingField;
}

/** What people can pay in (docs/rules.md, "Currencies and figures"), in the order of the chart of accounts. */
export const currencies: readonly Currency[] = holdings.flatMap(({ field, currency }) =>
  currency ? [{ ...currency, field }] : [],
);

const byValue = new Map(currencies.map((currency) => [currency.value, currency]));

/** The currency of a wire value; throws on one that is not in the list, which the schemas refuse before. */
export function currencyOf(value: Currency['value']): Currency {
  const currency = byValue.get(value);
  if (!currency) throw new Error(`Unknown currency: ${value}`);
  return currency;
}

/** The name of a wire value; an unknown value is shown as it came. */
export function currencyName(value: string): string {
  return currencies.find((currency) => currency.value === value)?.name ?? value;
}
