import { eq, getTableColumns } from 'drizzle-orm';
import { type Account, type AdminAccount, accountFields } from '../../contract/account';
import { accountList } from '../../contract/list-query';
import { recordOf } from '../../contract/record-of';
import { type ListSource, listBigRows } from '../db/big-list';
import type { Queries } from '../db/client';
import type { ColumnMap } from '../db/list-rows';
import type { OwnTable } from '../db/own-table';
import { person, personFields } from '../db/person';
import { accounts } from '../db/schema/money';
import { users } from '../db/schema/people';
import { refuse } from '../errors/refusal';
import { type AccountRow, findAccount } from '../ledger/posting';
import { type ListRequest, mapPage, type Page } from '../lists/list';
import { toDollars } from '../money';
import type { JoinedOwn } from '../request';

/** An account as the wire has it, in dollars. */
export function toAccount(row: AccountRow): Account {
  const { userId, version, frozenAt } = row;
  const figures = recordOf(accountFields.options, (field) => toDollars(row[field]));
  return { _id: userId, version, frozenAt: frozenAt?.toISOString() ?? null, ...figures };
}

function show(row: AccountRow | null | undefined): Account {
  if (!row) throw refuse.notFound();
  return toAccount(row);
}

/** An investor's account; throws `not_found` when there is none. */
export async function readAccount(db: Queries, userId: string): Promise<Account> {
  return show(await findAccount(db, userId));
}

/** The same of the caller. */
export const ownAccount: JoinedOwn<OwnTable, Account> = {
  from: { name: 'account', table: accounts, columns: getTableColumns(accounts), userId: accounts.userId },
  // What these columns select.
  show: (row) => show(row as AccountRow | null),
};

/** An account and whose it is; throws `not_found` when there is none. */
export async function readAdminAccount(db: Queries, userId: string): Promise<AdminAccount> {
  const [found] = await db
    .select({ row: accounts, user: person })
    .from(accounts)
    .innerJoin(users, eq(users.id, accounts.userId))
    .where(eq(accounts.userId, userId));
  if (!found) throw refuse.notFound();
  return { ...toAccount(found.row), user: found.user };
}

const columns: ColumnMap<(typeof accountList.sortable)[number] | keyof typeof accountList.filterable> = {
  id: accounts.userId,
  ...recordOf(accountFields.options, (field) => accounts[field]),
  ...personFields,
};

/** All accounts: a page of them, or all. */
export async function listAccounts(source: ListSource, request: ListRequest): Promise<Page<AdminAccount>> {
  const page = await listBigRows(source, {
    request,
    defaultSort: accountList.defaultSort,
    columns,
    table: accounts,
    id: accounts.userId,
    tieBreakers: [accounts.userId],
    personId: accounts.userId,
    kept: { list: 'accounts', facets: [] },
    rows: (db, where) =>
      db
        .select({ row: accounts, user: person })
        .from(accounts)
        .innerJoin(users, eq(users.id, accounts.userId))
        .where(where)
        .$dynamic(),
  });
  return mapPage(page, ({ row, user }) => ({ ...toAccount(row), user }));
}
