import type { AccountField } from '../../../contract/account';

/** The figures of an account as the console names them. */
export const figureNames: Readonly<Record<AccountField, string>> = {
  balance: 'Balance',
  walletBalance: 'Wallet Balance',
  profit: 'Profit',
  investment: 'Investment',
  bitcoin: 'Bitcoin',
  litecoin: 'Litecoin',
  usdt: 'USDT',
  ethereum: 'Ethereum',
  bnb: 'BNB',
  held: 'Reserved',
};
