import { randomBytes } from 'node:crypto';
import { enumValues } from '../../contract/enum-values';
import type { TrxStatus } from '../../contract/enums';

/** The figures that the base calls name, `bnb` of the edit besides. */
export const figureNames = enumValues.editableAccountFields;
type Figures = Record<(typeof figureNames)[number], number | string>;

export interface Person {
  _id: string;
  firstName: string;
  lastName: string;
  email: string;
  phoneNumber?: string;
  country?: string;
  dob?: string;
  type: string;
}

export interface Account extends Figures {
  /** Of its own: it is addressed by its person. */
  _id: string;
}

/** As it is kept; the person is named by an id. */
export interface Transaction {
  _id: string;
  userId: string;
  trxType: string;
  amount: number;
  plan?: string;
  crypto: string;
  transactionId?: string;
  imageUrl?: string;
  wallet?: string;
  status: TrxStatus;
}

/** Everything the host knows, until it ends. Passwords are as they were typed: nobody's money is here. */
export interface Data {
  people: Map<string, Person & { password: string; verified: boolean }>;
  /** By their person. */
  accounts: Map<string, Account>;
  transactions: Transaction[];
  /** The codes that were "mailed", by address and what they are for. */
  codes: Map<string, string>;
  resetTokens: Map<string, string>;
}

/** 24 hexadecimal digits, as many hosts have them, and no UUID. */
export const newId = () => randomBytes(12).toString('hex');

export const wallets = [
  { _id: 'aaaaaaaaaaaaaaaaaaaaaaa1', name: 'bitcoin', value: 'bc1q-sample-do-not-pay' },
  { _id: 'aaaaaaaaaaaaaaaaaaaaaaa2', name: 'usdt-erc-20', value: '0x-sample-usdt-do-not-pay' },
  { _id: 'aaaaaaaaaaaaaaaaaaaaaaa3', name: 'ethereum', value: '0x-sample-ether-do-not-pay' },
];

export const seedPassword = 'bare host';

export function emptyAccount(): Account {
  const figures = Object.fromEntries(figureNames.map((name) => [name, 0])) as Figures;
  return { _id: newId(), ...figures };
}

type Seeded = readonly [firstName: string, lastName: string, country: string, phoneNumber?: string];

const seeded: readonly Seeded[] = [
  ['Ada', 'Lovelace', 'United Kingdom', '+44 20 7946 0000'],
  ['Alan', 'Turing', 'United Kingdom'],
  ['Emmy', 'Noether', 'Germany', '+49 30 5550000'],
  ['Sofia', 'Kovalevskaya', 'Russian Federation', '+7 495 5550000'],
];

/** An administrator and four investors, some with money, some with transactions that wait. */
export function seedData(): Data {
  const data: Data = {
    people: new Map(),
    accounts: new Map(),
    transactions: [],
    codes: new Map(),
    resetTokens: new Map(),
  };
  const admin = newId();
  data.people.set(admin, {
    ...{ _id: admin, firstName: 'Grace', lastName: 'Hopper', email: 'admin@example.com', type: 'admin' },
    ...{ country: 'United States', password: seedPassword, verified: true },
  });
  for (const [index, [firstName, lastName, country, phoneNumber]] of seeded.entries()) {
    const _id = newId();
    const email = `${firstName.toLowerCase()}@example.com`;
    data.people.set(_id, {
      ...{ _id, firstName, lastName, email, country, type: 'user' },
      ...(phoneNumber && { phoneNumber }),
      ...{ password: seedPassword, verified: true },
    });
    // Some figures come as text, as the base calls allow.
    const balance = 1_500 - index * 450;
    data.accounts.set(_id, { ...emptyAccount(), balance: String(balance), walletBalance: balance + 200 });
    data.transactions.push({
      ...{ _id: newId(), userId: _id, trxType: 'DEPOSIT', amount: 500 + index * 125, plan: 'basic' },
      ...{ crypto: 'bitcoin', transactionId: `0xdeposit${index}`, status: 'PENDING' },
    });
  }
  const [, ada] = [...data.people.keys()];
  data.transactions.push({
    ...{ _id: newId(), userId: ada ?? admin, trxType: 'WITHDRAWAL', amount: 150, crypto: 'ethereum' },
    ...{ wallet: '0x52908400098527886E0F7030069857D2E4169EE7', status: 'PENDING' },
  });
  return data;
}
