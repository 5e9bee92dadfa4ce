import type { PgTable } from 'drizzle-orm/pg-core';
import * as history from './history';
import * as ledger from './ledger';
import * as lists from './lists';
import * as money from './money';
import * as people from './people';
import * as secondFactor from './second-factor';
import * as signIn from './sign-in';
import * as writes from './writes';

/** What the files of this folder declare, by name: the tables, and what goes with them. */
export const schema = {
  ...people,
  ...signIn,
  ...secondFactor,
  ...money,
  ...ledger,
  ...writes,
  ...lists,
  ...history,
};

/** As the product's code calls it: `ledgerEntries`. */
export type TableName = {
  [Name in keyof typeof schema]: (typeof schema)[Name] extends PgTable ? Name : never;
}[keyof typeof schema];
