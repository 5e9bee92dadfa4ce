import type { AccountField } from '../../../contract/account';

/** What the dashboard calls each figure of an account. */
export const figureNames: Readonly<Record<AccountField, string>> = {
  balance: 'Balance',
  profit: 'Profit',
  walletBalance: 'Wallet Balance',
  held: 'Reserved',
  investment: 'Investment',
  bitcoin: 'Bitcoin',
  litecoin: 'Litecoin',
  usdt: 'Usdt',
  ethereum: 'Ethereum',
  bnb: 'Bnb',
};

/** Whether a text, from the address bar say, names a figure. */
export function isFigure(text: string): text is AccountField {
  return Object.hasOwn(figureNames, text);
}

/** Id of the button that shows a figure's entries: the focus returns to it. */
export function figureButtonId(figure: AccountField): string {
  return `figure-${figure}`;
}
