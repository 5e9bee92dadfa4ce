import { getTableName, is } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import { schema, type TableName } from './schema/tables';

export type Privilege = 'SELECT' | 'INSERT' | 'UPDATE' | 'DELETE';

/** What the server's role may do, by table with its schema (`public.users`); nothing with any other. */
export type Grants = ReadonlyMap<string, readonly Privilege[]>;

/**
 * What the server does with each table, and so all that its role may do: what only grows takes neither UPDATE nor DELETE.
 * A lock of a row (FOR UPDATE, FOR SHARE) needs UPDATE. docs/decisions/0020-database-roles.md
 */
const needed: Readonly<Record<TableName, readonly Privilege[]>> = {
  users: ['SELECT', 'INSERT', 'UPDATE'],
  invitations: ['SELECT', 'INSERT', 'UPDATE', 'DELETE'],
  personKeys: ['SELECT', 'INSERT', 'DELETE'],
  pendingRegistrations: ['SELECT', 'INSERT', 'DELETE'],
  otps: ['SELECT', 'INSERT', 'UPDATE', 'DELETE'],
  resetTokens: ['SELECT', 'INSERT', 'UPDATE', 'DELETE'],
  sessions: ['SELECT', 'INSERT', 'UPDATE', 'DELETE'],
  factors: ['SELECT', 'INSERT', 'UPDATE', 'DELETE'],
  recoveryCodes: ['SELECT', 'INSERT', 'UPDATE', 'DELETE'],
  factorChallenges: ['SELECT', 'INSERT', 'UPDATE', 'DELETE'],
  pendingActs: ['SELECT', 'INSERT', 'UPDATE', 'DELETE'],
  actProofs: ['SELECT', 'INSERT'],
  accounts: ['SELECT', 'INSERT', 'UPDATE'],
  transactions: ['SELECT', 'INSERT', 'UPDATE'],
  withdrawalAddresses: ['SELECT', 'INSERT', 'DELETE'],
  proofs: ['SELECT', 'INSERT', 'UPDATE', 'DELETE'],
  ledgerEntries: ['SELECT', 'INSERT'],
  ledgerPostings: ['SELECT', 'INSERT'],
  // Made from the entries, and made anew when they are deleted.
  accountDays: ['SELECT', 'INSERT', 'UPDATE', 'DELETE'],
  dayTotals: ['SELECT', 'INSERT', 'UPDATE', 'DELETE'],
  ledgerFollowers: ['SELECT', 'INSERT', 'UPDATE', 'DELETE'],
  statements: ['SELECT', 'INSERT'],
  statementMails: ['SELECT', 'INSERT', 'UPDATE', 'DELETE'],
  auditEvents: ['SELECT', 'INSERT'],
  idempotencyKeys: ['SELECT', 'INSERT', 'DELETE'],
  mailOutbox: ['SELECT', 'INSERT', 'UPDATE', 'DELETE'],
  securityEvents: ['SELECT', 'INSERT', 'UPDATE', 'DELETE'],
  takeoverReports: ['SELECT', 'INSERT', 'UPDATE', 'DELETE'],
  proposals: ['SELECT', 'INSERT', 'UPDATE', 'DELETE'],
  legalAcceptances: ['SELECT', 'INSERT'],
  wallets: ['SELECT', 'INSERT', 'UPDATE'],
  rateLimits: ['SELECT', 'INSERT', 'UPDATE', 'DELETE'],
  // The triggers that count act as whoever changes a row.
  listCounts: ['SELECT', 'INSERT', 'DELETE'],
  keptSums: ['SELECT', 'INSERT', 'DELETE'],
  bookRuns: ['SELECT', 'INSERT', 'UPDATE', 'DELETE'],
  historyLeaves: ['SELECT', 'INSERT'],
  historyNodes: ['SELECT', 'INSERT'],
  historyCheckpoints: ['SELECT', 'INSERT'],
  historyDownloads: ['SELECT', 'INSERT', 'DELETE'],
};

/** Where the migrations keep which a database has had; a server that does not migrate looks whether it is the newest. */
export const migrationsTable = 'drizzle.__drizzle_migrations';

/** Tables without a schema of their own in the code are in `public`. */
export function qualifiedName(table: PgTable): string {
  return `public.${getTableName(table)}`;
}

/** The tables of the schema, with what the server needs. */
export const schemaGrants: Grants = new Map([
  [migrationsTable, ['SELECT'] as const],
  ...Object.entries(needed).map(([name, privileges]) => {
    const table = Object.entries(schema).find(([exported]) => exported === name)?.[1];
    if (!is(table, PgTable)) throw new Error(`There is no table ${name}`);
    return [qualifiedName(table), privileges] as const;
  }),
]);
