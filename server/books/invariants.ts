import type { AccountField } from '../../contract/account';
import { accountFieldNames } from '../../contract/chart';
import { currencies } from '../../contract/currencies';
import { type BookCheck, trxStatuses, trxTypes } from '../../contract/enums';
import { statusEffects } from '../../contract/status-effects';
import { accounts } from '../db/schema';

/** A query for the rows that break an invariant; none may come. */
export interface Invariant {
  /** Columns: what, found, expected, user_id, trx_id, entry_id. */
  query: string;
  /** Of `found` and `expected`. */
  unit: 'cents' | 'count';
}

/** A part of a query for each figure. */
const eachFigure = (part: (column: string, field: AccountField) => string, between = ', ') =>
  accountFieldNames.map((field) => part(accounts[field].name, field)).join(between);

/** The figures of accounts as rows. */
const figures = `
  select a.user_id, f.account, f.cached from accounts a cross join lateral (values
    ${eachFigure((column, field) => `('${field}', a.${column})`)}) as f (account, cached)`;

/** Rows of trx_type, status, figure, sign, with_plan: the table of effects; null stands for the currency's figure. */
const effectRows = trxTypes.options.flatMap((trxType) =>
  trxStatuses.options.flatMap((status) => {
    const { money, statement } = statusEffects[trxType][status];
    const row = (figure: string, sign: number, onlyWithPlan = false) =>
      `('${trxType}', '${status}', ${figure}, ${sign}, ${onlyWithPlan})`;
    return [
      ...(money ? [row(`'${money.from}'`, -1), row(`'${money.to}'`, 1)] : []),
      ...statement.map(({ figure, sign, onlyWithPlan }) =>
        row(figure === 'of the currency' ? 'null' : `'${figure}'`, sign, onlyWithPlan),
      ),
    ];
  }),
);

/** What the current statuses of an investor's transactions have made of each figure. */
const effects = `
  select t.user_id, coalesce(m.figure, c.field) as account, sum(m.sign * t.amount) as total
  from transactions t
  join (values ${currencies.map(({ value, field }) => `('${value}', '${field}')`).join(', ')}) as c (crypto, field)
    on c.crypto = t.crypto
  join (values ${effectRows.join(', ')}) as m (trx_type, status, figure, sign, with_plan)
    on m.trx_type = t.trx_type and m.status = t.status and (not m.with_plan or t.plan is not null)
  group by t.user_id, coalesce(m.figure, c.field)`;

/** Whose the sums over all accounts are, where rows are of accounts. */
const everybody = `'00000000-0000-0000-0000-000000000000'::uuid`;

/**
 * The invariants of the books (docs/decisions/0002); the console, the tests and the fault runs all ask these. The queries
 * read the tables alone. With the code that writes them they share what is meant to be: the chart of accounts and the
 * table of effects, never how a posting is made. A fault in those two is found by the tests' own model
 * (tests/support/ledger-model.ts), which shares nothing with either.
 */
export const invariants: Readonly<Record<BookCheck, Invariant>> = {
  'entry-balance': {
    unit: 'cents',
    query: `
      select sums.book as what, sums.total as found, 0 as expected, e.user_id, e.transaction_id as trx_id,
        e.id as entry_id
      from (select entry_id, book, sum(amount) as total from ledger_postings
            group by entry_id, book having sum(amount) <> 0) as sums
      join ledger_entries e on e.id = sums.entry_id`,
  },
  'book-balance': {
    unit: 'cents',
    query: `
      select book as what, sum(amount) as found, 0 as expected, null::uuid as user_id, null::uuid as trx_id,
        null::bigint as entry_id
      from ledger_postings group by book having sum(amount) <> 0`,
  },
  'account-replay': {
    unit: 'cents',
    query: `
      with cached as (${figures}), posted as (
        select e.user_id, p.account, sum(p.amount) as total
        from ledger_postings p join ledger_entries e on e.id = p.entry_id
        where p.account not like '%:%' and p.account <> 'adjustments'
        group by e.user_id, p.account
      )
      select c.account as what, c.cached as found, coalesce(p.total, 0) as expected, c.user_id,
        null::uuid as trx_id, null::bigint as entry_id
      from cached c left join posted p on p.user_id = c.user_id and p.account = c.account
      where c.cached <> coalesce(p.total, 0)`,
  },
  'held-amounts': {
    unit: 'cents',
    query: `
      with effects as (${effects})
      select 'held' as what, a.held as found, coalesce(x.total, 0) as expected, a.user_id,
        null::uuid as trx_id, null::bigint as entry_id
      from accounts a left join effects x on x.user_id = a.user_id and x.account = 'held'
      where a.held < 0 or a.held <> coalesce(x.total, 0)`,
  },
  'status-effects': {
    unit: 'cents',
    query: `
      with cached as (${figures}), effects as (${effects}
      ), adjustments as (
        select e.user_id, p.account, sum(p.amount) as total
        from ledger_postings p join ledger_entries e on e.id = p.entry_id
        where e.kind = 'adjustment' group by e.user_id, p.account
      )
      select c.account as what, c.cached as found, coalesce(x.total, 0) + coalesce(j.total, 0) as expected,
        c.user_id, null::uuid as trx_id, null::bigint as entry_id
      from cached c
      left join effects x on x.user_id = c.user_id and x.account = c.account
      left join adjustments j on j.user_id = c.user_id and j.account = c.account
      where c.account <> 'held' and c.cached <> coalesce(x.total, 0) + coalesce(j.total, 0)`,
  },
  'transaction-audit': {
    unit: 'count',
    query: `
      with events as (
        select subject_id, count(*) as total from audit_events where subject_type = 'transaction'
        group by subject_id
      )
      select null::text as what, coalesce(v.total, 0) as found, t.version as expected, t.user_id,
        t.id as trx_id, null::bigint as entry_id
      from transactions t left join events v on v.subject_id = t.id::text
      where t.version <> coalesce(v.total, 0)`,
  },
  'adjustment-audit': {
    unit: 'count',
    query: `
      with adjustments as (
        select user_id, count(*) as total from ledger_entries where kind = 'adjustment' group by user_id
      ), events as (
        select subject_id, count(*) as total from audit_events where subject_type = 'account'
        group by subject_id
      )
      select null::text as what, coalesce(v.total, 0) as found, coalesce(j.total, 0) as expected, a.user_id,
        null::uuid as trx_id, null::bigint as entry_id
      from accounts a
      left join adjustments j on j.user_id = a.user_id
      left join events v on v.subject_id = a.user_id::text
      where coalesce(v.total, 0) <> coalesce(j.total, 0)`,
  },
  'account-versions': {
    unit: 'count',
    query: `
      with entries as (select user_id, count(*) as total from ledger_entries group by user_id
      ), freezes as (
        -- Those of former versions made none, and name none.
        select subject_id, count(*) as total from audit_events
        where subject_type = 'user' and action in ('user.frozen', 'user.unfrozen') and after ? 'version'
        group by subject_id
      )
      select null::text as what, a.version as found, 1 + coalesce(n.total, 0) + coalesce(f.total, 0) as expected,
        a.user_id, null::uuid as trx_id, null::bigint as entry_id
      from accounts a
      left join entries n on n.user_id = a.user_id
      left join freezes f on f.subject_id = a.user_id::text
      where a.version <> 1 + coalesce(n.total, 0) + coalesce(f.total, 0)`,
  },
  statements: {
    unit: 'cents',
    query: `
      with lines as (
        select s.user_id, s.period, l.key as account, (l.value ->> 'opening')::bigint as opening,
          (l.value ->> 'closing')::bigint as closing,
          (l.value ->> 'deposits')::bigint + (l.value ->> 'withdrawals')::bigint
            + (l.value ->> 'adjustments')::bigint as moved,
          lag((l.value ->> 'closing')::bigint, 1, 0::bigint) over (
            partition by s.user_id, length(s.period), l.key order by s.period
          ) as before
        from statements s cross join lateral jsonb_each(s.figures) l
      ), posted as (
        select e.user_id, s.period, p.account, sum(p.amount) as total
        from ledger_entries e
        cross join lateral (
          select m.period from statements m
          where m.user_id = e.user_id and length(m.period) = 7 and m.last_entry_id >= e.id
          order by m.period limit 1
        ) s
        join ledger_postings p on p.entry_id = e.id
        group by e.user_id, s.period, p.account
      )
      select l.account || ', ' || l.period as what, l.closing as found,
        l.before + case length(l.period) when 7 then coalesce(p.total, 0) else l.moved end as expected,
        l.user_id, null::uuid as trx_id, null::bigint as entry_id
      from lines l left join posted p
        on p.user_id = l.user_id and p.period = l.period and p.account = l.account
      where l.opening <> l.before or l.opening + l.moved <> l.closing
        or length(l.period) = 7 and l.moved <> coalesce(p.total, 0)`,
  },
  'account-days': {
    unit: 'cents',
    query: `
      with followed as (
        select user_id, max(last_entry_id) as last_entry_id from account_days group by user_id
      ), dated as (
        select e.id, e.user_id, (max(e.created_at) over (partition by e.user_id order by e.id) at time zone 'UTC')::date as day
        from ledger_entries e
      ), counted as (
        select entry_id from ledger_followers where name = 'day_totals'
      ), parts as materialized (
        select d.user_id, d.day, d.id <= (select entry_id from counted) as counted,
          ${eachFigure((column, field) => `sum(p.amount) filter (where p.account = '${field}') as ${column}`)}
        from dated d join followed f on f.user_id = d.user_id and d.id <= f.last_entry_id
        join ledger_postings p on p.entry_id = d.id and p.account not like '%:%' and p.account <> 'adjustments'
        group by d.user_id, d.day, counted
      ), expected as (
        select user_id, day, ${eachFigure((column) => `sum(${column}) as ${column}`)} from parts group by user_id, day
        union all
        select ${everybody}, day, ${eachFigure((column) => `sum(${column})`)} from parts where counted group by day
      ), found as (
        select user_id, day,
          ${eachFigure((column) => `${column} - lag(${column}, 1, 0::bigint) over own as ${column}`)}
        from account_days window own as (partition by user_id order by day)
        union all
        select ${everybody}, day, ${eachFigure((column) => column)} from day_totals where exists (select from counted)
      ), wrong as materialized (
        -- A row for a day: one for each of its figures is made of the few that are wrong.
        select coalesce(f.user_id, e.user_id) as user_id, coalesce(f.day, e.day) as day,
          ${eachFigure((column) => `coalesce(f.${column}, 0) as f_${column}, coalesce(e.${column}, 0) as e_${column}`)}
        from found f full join expected e on e.user_id = f.user_id and e.day = f.day
        where ${eachFigure((column) => `coalesce(f.${column}, 0) <> coalesce(e.${column}, 0)`, ' or ')}
      )
      select c.account || ', ' || w.day as what, c.found, c.expected, nullif(w.user_id, ${everybody}) as user_id,
        null::uuid as trx_id, null::bigint as entry_id
      from wrong w cross join lateral (values
        ${eachFigure((column, field) => `('${field}', w.f_${column}, w.e_${column})`)}
      ) as c (account, found, expected)
      where c.found <> c.expected`,
  },
};
