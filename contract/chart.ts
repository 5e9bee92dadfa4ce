import type { AddressFormat } from './address-formats';

/*
 * The chart of accounts: the figures an account has, and the currencies that move them. The columns and indexes of the
 * database, the account on the wire, what its list sorts and filters by, the checks of the books, the console's columns
 * and inputs and the investor's overview follow from it. A further currency is one entry in `holdings` and a migration,
 * which `npm run db:generate` writes.
 */

interface FigureEntry {
  /** Its name on the wire; in the database the same in snake case. */
  field: string;
  /** The investor's money, which withdrawals take from; or what is stated beside it, against a contra account. */
  book: 'money' | 'statement';
  /** Whether an administrator may set it. */
  editable: boolean;
  /** What the dashboard calls it. */
  label: string;
  /** What the console calls it, where that is something else. */
  consoleLabel?: string;
  /** Its place among the columns of the console's list of accounts; null has none. */
  column: number | null;
}

interface HoldingEntry extends Omit<FigureEntry, 'book' | 'editable'> {
  /** A row of the Account Overview (docs/rules.md, "Dashboard"). The composition shows the others when not zero. */
  overview: boolean;
  /** The currency that deposits and withdrawals move the figure with; null when nobody can choose it. */
  currency: CurrencyEntry | null;
}

interface CurrencyEntry {
  /** On the wire. */
  value: string;
  name: string;
  /** The network a sender must choose; a payment on another one is lost. */
  network: string;
  /** The chain its transactions are on: an id names one payment there, of whichever currency. */
  chain: string;
  addresses: AddressFormat;
}

const general = [
  { field: 'balance', book: 'money', editable: true, label: 'Balance', column: 1 },
  { field: 'profit', book: 'statement', editable: true, label: 'Profit', column: 3 },
  { field: 'walletBalance', book: 'statement', editable: true, label: 'Wallet Balance', column: 2 },
  { field: 'investment', book: 'statement', editable: true, label: 'Investment', column: 4 },
] as const satisfies readonly FigureEntry[];

/** The figures per currency, in the order of the Account Overview: statements, which an administrator may set. */
const holdingEntries = [
  {
    field: 'bitcoin',
    label: 'Bitcoin',
    column: 5,
    overview: true,
    currency: {
      value: 'bitcoin',
      name: 'Bitcoin',
      network: 'Bitcoin network',
      chain: 'bitcoin',
      addresses: 'bitcoin',
    },
  },
  { field: 'litecoin', label: 'Litecoin', column: null, overview: true, currency: null },
  {
    field: 'usdt',
    label: 'Usdt',
    consoleLabel: 'USDT',
    column: 7,
    overview: true,
    currency: {
      value: 'usdt-erc-20',
      name: 'USDT ERC 20',
      network: 'Ethereum network (ERC-20)',
      chain: 'ethereum',
      addresses: 'ethereum',
    },
  },
  {
    field: 'ethereum',
    label: 'Ethereum',
    column: 6,
    overview: true,
    currency: {
      value: 'ethereum',
      name: 'Ethereum',
      network: 'Ethereum network',
      chain: 'ethereum',
      addresses: 'ethereum',
    },
  },
  { field: 'bnb', label: 'Bnb', consoleLabel: 'BNB', column: null, overview: false, currency: null },
] as const satisfies readonly HoldingEntry[];

/** What pending withdrawals hold; it follows from them, so nobody sets it. */
const reserved = {
  field: 'held',
  book: 'money',
  editable: false,
  label: 'Reserved',
  column: null,
} as const satisfies FigureEntry;

type GeneralEntry = (typeof general)[number] | typeof reserved;
export type HoldingField = (typeof holdingEntries)[number]['field'];
export type MoneyField = Extract<GeneralEntry, { book: 'money' }>['field'];
export type StatementField = Extract<GeneralEntry, { book: 'statement' }>['field'] | HoldingField;
type Field = MoneyField | StatementField;
type EditableField = Extract<GeneralEntry, { editable: true }>['field'] | HoldingField;

type Figure = FigureEntry & { field: Field };

export interface Holding extends HoldingEntry {
  field: HoldingField;
  currency: Payable | null;
}

/** A currency that people can choose to pay in. */
export interface Payable extends CurrencyEntry {
  value: Exclude<(typeof holdingEntries)[number]['currency'], null>['value'];
}

export const holdings: readonly Holding[] = holdingEntries;

/** Every figure of an account, in the order of the wire and of the edit of an account. */
export const figures: readonly Figure[] = [
  ...general,
  ...holdings.map((holding) => ({ ...holding, book: 'statement', editable: true }) as const),
  reserved,
];

const isEditable = (figure: Figure): figure is Figure & { field: EditableField } => figure.editable;
const isMoney = (figure: Figure): figure is Figure & { book: 'money'; field: MoneyField } =>
  figure.book === 'money';

export const accountFieldNames = figures.map(({ field }) => field);
export const editableFieldNames = figures.filter(isEditable).map(({ field }) => field);
export const moneyFieldNames = figures.filter(isMoney).map(({ field }) => field);
/** The figures by their names, each with what is read from its entry. */
export function figureLabels(read: (figure: Figure) => string): Readonly<Record<Field, string>> {
  return Object.fromEntries(figures.map((figure) => [figure.field, read(figure)])) as Record<Field, string>;
}
