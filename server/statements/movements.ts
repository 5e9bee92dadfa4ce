import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { type AccountField, accountFields } from '../../contract/account';
import { z } from '../../contract/zod';
import type { Queries } from '../db/client';
import { ledgerEntries, ledgerPostings, type StoredLine, type StoredLines } from '../db/schema/ledger';
import { transactions } from '../db/schema/money';

/** The entries of an account after one and up to another. */
export interface EntryRange {
  userId: string;
  after: number;
  upTo: number;
}

/** What entries of an account have done to its figures. */
export interface Movements {
  entries: number;
  /** Of all that they say but their reasons, which are sealed; SHA-256 in hexadecimal. */
  entriesHash: string;
  changes: { field: AccountField; cause: Cause; amount: number }[];
}

const causes = ['deposits', 'withdrawals', 'adjustments'] as const;
type Cause = (typeof causes)[number];

const hashedRow = z.object({ entries: z.coerce.number(), hash: z.string() });
const changeRow = z.object({ field: accountFields, cause: z.enum(causes), amount: z.coerce.number() });

/** Sums and hashes what entries have done, from the entries and postings themselves. */
export async function readMovements(db: Queries, { userId, after, upTo }: EntryRange): Promise<Movements> {
  const range = sql`e.user_id = ${userId} and e.id > ${after} and e.id <= ${upTo}`;
  const hashed = await db.execute(sql`
    select count(*) as entries, encode(sha256(convert_to(
      coalesce(string_agg(told.line, E'\n' order by told.id), ''), 'UTF8')), 'hex') as hash
    from (
      select e.id, concat_ws('|', e.id, e.kind, e.transaction_id, e.status,
        to_char(e.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'), (
          select string_agg(concat_ws(':', p.line, p.book, p.account, p.amount, p.reversal), ',' order by p.line)
          from ${ledgerPostings} p where p.entry_id = e.id
        )) as line
      from ${ledgerEntries} e where ${range}
    ) as told`);
  const summed = await db.execute(sql`
    select p.account as field, sum(p.amount) as amount, case
        when e.kind = 'adjustment' then 'adjustments' when t.trx_type = 'DEPOSIT' then 'deposits'
        else 'withdrawals' end as cause
    from ${ledgerEntries} e join ${ledgerPostings} p on p.entry_id = e.id
    left join ${transactions} t on t.id = e.transaction_id
    where ${range} and p.account not like '%:%' and p.account <> 'adjustments'
    group by 1, 3 having sum(p.amount) <> 0`);
  const { entries, hash } = hashedRow.parse(hashed.rows[0]);
  return { entries, entriesHash: hash, changes: z.array(changeRow).parse(summed.rows) };
}

const noLine: StoredLine = { opening: 0, deposits: 0, withdrawals: 0, adjustments: 0, closing: 0 };

/** The lines of a period that begins where another has ended. */
export function linesAfter(
  before: StoredLines | undefined,
  changes: Movements['changes'],
): Record<AccountField, StoredLine> {
  const lines = Object.fromEntries(
    accountFields.options.map((field) => {
      const opening = before?.[field]?.closing ?? 0;
      return [field, { ...noLine, opening, closing: opening }];
    }),
  ) as Record<AccountField, StoredLine>;
  for (const { field, cause, amount } of changes) {
    lines[field][cause] += amount;
    lines[field].closing += amount;
  }
  return lines;
}

/** The lines of several periods that follow one another, in one. */
export function joinLines(parts: readonly StoredLines[]): StoredLines {
  const joined: StoredLines = {};
  for (const field of accountFields.options) {
    const lines = parts.flatMap((part) => part[field] ?? []);
    const [first, last] = [lines[0], lines.at(-1)];
    if (!first || !last) continue;
    const sum = (cause: Cause) => lines.reduce((total, line) => total + line[cause], 0);
    joined[field] = {
      opening: parts[0]?.[field]?.opening ?? 0,
      deposits: sum('deposits'),
      withdrawals: sum('withdrawals'),
      adjustments: sum('adjustments'),
      closing: last.closing,
    };
  }
  return joined;
}

/** What a stored statement says. */
export interface Statement {
  userId: string;
  period: string;
  figures: StoredLines;
  entries: number;
  lastEntryId: number;
  entriesHash: string;
  previousHash: string | null;
}

/** What a statement is known by: a hash of all that it says and, by the one before, of all before it. */
export function hashOf(statement: Statement): string {
  const { userId, period, figures, entries, lastEntryId, entriesHash, previousHash } = statement;
  const lines = Object.entries(figures)
    .map(([field, { opening, deposits, withdrawals, adjustments, closing }]) => [
      field,
      ...[opening, deposits, withdrawals, adjustments, closing],
    ])
    .toSorted(([one], [other]) => (String(one) < String(other) ? -1 : 1));
  const said = ['statement/1', userId, period, lines, entries, lastEntryId, entriesHash, previousHash];
  return sha256(JSON.stringify(said));
}

/** In hexadecimal. */
export const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
