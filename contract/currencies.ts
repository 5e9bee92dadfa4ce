import type { Crypto } from './enums';

/** The account fields that hold an amount per currency; the schema also lists bnb. */
export type CryptoField = 'bitcoin' | 'litecoin' | 'usdt' | 'ethereum' | 'bnb';

export interface Currency {
  value: Crypto;
  name: string;
  /** The network a sender must choose; a payment on another one is lost. */
  network: string;
  /** The chain its transactions are on: an id names one payment there, of whichever currency. */
  chain: 'bitcoin' | 'ethereum';
  /** The account field this currency moves. */
  field: CryptoField;
}

export const currencies: readonly Currency[] = [
  { value: 'bitcoin', name: 'Bitcoin', network: 'Bitcoin network', chain: 'bitcoin', field: 'bitcoin' },
  {
    value: 'usdt-erc-20',
    name: 'USDT ERC 20',
    network: 'Ethereum network (ERC-20)',
    chain: 'ethereum',
    field: 'usdt',
  },
  { value: 'ethereum', name: 'Ethereum', network: 'Ethereum network', chain: 'ethereum', field: 'ethereum' },
];

const byValue = new Map(currencies.map((currency) => [currency.value, currency]));

/** The currency of a wire value; throws on one that is not in the list, which the schemas refuse before. */
export function currencyOf(value: Crypto): Currency {
  const currency = byValue.get(value);
  if (!currency) throw new Error(`Unknown currency: ${value}`);
  return currency;
}

/** The name of a wire value; an unknown value is shown as it came. */
export function currencyName(value: string): string {
  return currencies.find((currency) => currency.value === value)?.name ?? value;
}

/** Rows of the Account Overview table (specification, section 2), in its order and wording. */
export const overviewRows: readonly { field: CryptoField; label: string }[] = [
  { field: 'bitcoin', label: 'Bitcoin' },
  { field: 'litecoin', label: 'Litecoin' },
  { field: 'usdt', label: 'Usdt' },
  { field: 'ethereum', label: 'Ethereum' },
];
