import { z } from './zod';

/** The currencies a person can choose (specification, section 3), as they are sent on the wire. */
export const cryptos = z.enum(['bitcoin', 'usdt-erc-20', 'ethereum']);
export type Crypto = z.infer<typeof cryptos>;

/** The account fields that hold an amount per currency; the schema also lists bnb. */
export const cryptoFields = z.enum(['bitcoin', 'litecoin', 'usdt', 'ethereum', 'bnb']);
export type CryptoField = z.infer<typeof cryptoFields>;

export interface Currency {
  value: Crypto;
  name: string;
  /** The network a sender must choose; a payment on another one is lost. */
  network: string;
  /** The account field this currency moves. */
  field: CryptoField;
}

export const currencies: readonly Currency[] = [
  { value: 'bitcoin', name: 'Bitcoin', network: 'Bitcoin network', field: 'bitcoin' },
  { value: 'usdt-erc-20', name: 'USDT ERC 20', network: 'Ethereum network (ERC-20)', field: 'usdt' },
  { value: 'ethereum', name: 'Ethereum', network: 'Ethereum network', field: 'ethereum' },
];

const byValue = new Map(currencies.map((currency) => [currency.value, currency]));

/** The currency of a wire value; throws on one that is not in the list, which the schemas refuse before. */
export function currencyOf(value: Crypto): Currency {
  const currency = byValue.get(value);
  if (!currency) throw new Error(`Unknown currency: ${value}`);
  return currency;
}

/** Rows of the Account Overview table (specification, section 2), in its order and wording. */
export const overviewRows: readonly { field: CryptoField; label: string }[] = [
  { field: 'bitcoin', label: 'Bitcoin' },
  { field: 'litecoin', label: 'Litecoin' },
  { field: 'usdt', label: 'Usdt' },
  { field: 'ethereum', label: 'Ethereum' },
];
