import type { AccountField } from '../../contract/account';
import { accountFieldNames } from '../../contract/chart';
import { currencies } from '../../contract/currencies';
import { type BookCheck, trxStatuses, trxTypes } from '../../contract/enums';
import { statusEffects } from '../../contract/status-effects';
import { accounts, wallets } from '../db/schema/money';
import { sampleAddress } from '../wallets/addresses';

/** Which accounts a query is to look at. */
export interface Scope {
  /** A condition on a column that names the owner of an account. */
  of(column: string): string;
  /** The first day that it is about, where it is not about all of them. */
  fromDay?: string;
}

/** All there is. */
export const everything: Scope = { of: () => 'true' };

/** What must hold in the books. */
export interface Invariant {
  /** A query for the rows that break it; none may come. Columns: what, found, expected, user_id, trx_id, entry_id. */
  query(scope: Scope): string;
  /** Of `found` and `expected`. */
  unit: 'cents' | 'count';
  /**
   * What the query is about: each account by itself, so that those of several parts together are those of all; or sums over
   * all accounts, or what belongs to no account.
   */
  about: 'each account' | 'all accounts';
}

/** A part of a query for each figure. */
const eachFigure = (part: (column: string, field: AccountField) => string, between = ', ') =>
  accountFieldNames.map((field) => part(accounts[field].name, field)).join(between);

/** The figures of accounts as rows. */
const figures = ({ of }: Scope) => `
  select a.user_id, f.account, f.cached from accounts a cross join lateral (values
    ${eachFigure((column, field) => `('${field}', a.${column})`)}) as f (account, cached)
  where ${of('a.user_id')}`;

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
const effects = ({ of }: Scope) => `
  select t.user_id, coalesce(m.figure, c.field) as account, sum(m.sign * t.amount) as total
  from transactions t
  join (values ${currencies.map(({ value, field }) => `('${value}', '${field}')`).join(', ')}) as c (crypto, field)
    on c.crypto = t.crypto
  join (values ${effectRows.join(', ')}) as m (trx_type, status, figure, sign, with_plan)
    on m.trx_type = t.trx_type and m.status = t.status and (not m.with_plan or t.plan is not null)
  where ${of('t.user_id')}
  group by t.user_id, coalesce(m.figure, c.field)`;

/** The postings `p` that move a figure, not what stands against it. */
const ofFigures = `p.account not like '%:%' and p.account <> 'adjustments'`;

/** Which days a query is about. */
const since = (column: string, fromDay: string | undefined) =>
  fromDay === undefined ? 'true' : `${column} >= '${fromDay}'`;

/** The days of `found` and `expected`, joined by `on`, with a figure that differs: a row for a day. */
const wrongDays = (userId: string, on: string) => `wrong as materialized (
        select ${userId} as user_id, coalesce(f.day, e.day) as day,
          ${eachFigure((column) => `coalesce(f.${column}, 0) as f_${column}, coalesce(e.${column}, 0) as e_${column}`)}
        from found f full join expected e on ${on}
        where ${eachFigure((column) => `coalesce(f.${column}, 0) <> coalesce(e.${column}, 0)`, ' or ')}
      )`;

const figureOfDay = `c.account || ', ' || w.day`;

/** The figures that differ in the rows of `wrong`, which have each twice: as found, and as it should be. */
const eachWrongFigure = (what: string) => `
      select ${what} as what, c.found, c.expected, w.user_id,
        null::uuid as trx_id, null::bigint as entry_id
      from wrong w cross join lateral (values
        ${eachFigure((column, field) => `('${field}', w.f_${column}, w.e_${column})`)}
      ) as c (account, found, expected)
      where c.found <> c.expected`;

/** A number of a line of a statement; zero where it has none. */
const lineNumber = (name: string) => `coalesce((f.line ->> '${name}')::bigint, 0)`;

/** Fields of a platform address with what they are at first in demo mode, whose samples no event tells of. */
const walletFields = [
  { field: 'name', column: wallets.name, atFirst: 'w.name' },
  {
    field: 'value',
    column: wallets.value,
    atFirst: `case w.name ${currencies.map(({ value }) => `when '${value}' then '${sampleAddress(value)}'`).join(' ')} end`,
  },
  { field: 'demo', column: wallets.demo, atFirst: 'true' },
  { field: 'enabled', column: wallets.enabled, atFirst: 'true' },
  { field: 'version', column: wallets.version, atFirst: '1' },
];

/**
 * The invariants of the books (docs/decisions/0002); the console, the tests and the fault runs all ask these. The queries
 * read the tables alone. With the code that writes them they share what is meant to be: the chart of accounts and the
 * table of effects, never how a posting is made. A fault in those two is found by the tests' own model
 * (tests/support/ledger-model.ts), which shares nothing with either.
 */
export const invariants: Readonly<Record<BookCheck, Invariant>> = {
  'entry-balance': {
    unit: 'cents',
    about: 'each account',
    query: ({ of }) => `
      select p.book as what, sum(p.amount) as found, 0 as expected, e.user_id, e.transaction_id as trx_id,
        e.id as entry_id
      from ledger_entries e join ledger_postings p on p.entry_id = e.id
      where ${of('e.user_id')}
      group by e.id, p.book having sum(p.amount) <> 0`,
  },
  'book-balance': {
    unit: 'cents',
    about: 'all accounts',
    // Over everything without the entries: postings whose entry is gone count as well.
    query: (scope) => `
      select p.book as what, sum(p.amount) as found, 0 as expected, null::uuid as user_id, null::uuid as trx_id,
        null::bigint as entry_id
      from ledger_postings p
      ${scope === everything ? '' : `join ledger_entries e on e.id = p.entry_id where ${scope.of('e.user_id')}`}
      group by p.book having sum(p.amount) <> 0`,
  },
  'account-replay': {
    unit: 'cents',
    about: 'each account',
    query: ({ of }) => `
      with posted as (
        select e.user_id,
          ${eachFigure((column, field) => `sum(p.amount) filter (where p.account = '${field}') as ${column}`)}
        from ledger_entries e join ledger_postings p on p.entry_id = e.id
        where ${of('e.user_id')} and ${ofFigures}
        group by e.user_id
      ), wrong as materialized (
        select a.user_id,
          ${eachFigure((column) => `a.${column} as f_${column}, coalesce(p.${column}, 0) as e_${column}`)}
        from accounts a left join posted p on p.user_id = a.user_id
        where ${of('a.user_id')} and (${eachFigure((column) => `a.${column} <> coalesce(p.${column}, 0)`, ' or ')})
      )
      ${eachWrongFigure('c.account')}`,
  },
  'held-amounts': {
    unit: 'cents',
    about: 'each account',
    query: (scope) => `
      with effects as (${effects(scope)})
      select 'held' as what, a.held as found, coalesce(x.total, 0) as expected, a.user_id,
        null::uuid as trx_id, null::bigint as entry_id
      from accounts a left join effects x on x.user_id = a.user_id and x.account = 'held'
      where ${scope.of('a.user_id')} and (a.held < 0 or a.held <> coalesce(x.total, 0))`,
  },
  'status-effects': {
    unit: 'cents',
    about: 'each account',
    query: (scope) => `
      with cached as (${figures(scope)}), effects as (${effects(scope)}
      ), adjustments as (
        select e.user_id, p.account, sum(p.amount) as total
        from ledger_entries e join ledger_postings p on p.entry_id = e.id
        where ${scope.of('e.user_id')} and e.kind = 'adjustment' group by e.user_id, p.account
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
    about: 'each account',
    query: ({ of }) => `
      select null::text as what, v.total as found, t.version as expected, t.user_id,
        t.id as trx_id, null::bigint as entry_id
      from transactions t cross join lateral (
        select count(*) as total from audit_events v
        where v.subject_type = 'transaction' and v.subject_id = t.id::text
      ) v
      where ${of('t.user_id')} and t.version <> v.total`,
  },
  'adjustment-audit': {
    unit: 'count',
    about: 'each account',
    query: ({ of }) => `
      select null::text as what, v.total as found, j.total as expected, a.user_id,
        null::uuid as trx_id, null::bigint as entry_id
      from accounts a cross join lateral (
        select count(*) as total from ledger_entries e where e.user_id = a.user_id and e.kind = 'adjustment'
      ) j cross join lateral (
        select count(*) as total from audit_events v
        where v.subject_type = 'account' and v.subject_id = a.user_id::text
      ) v
      where ${of('a.user_id')} and v.total <> j.total`,
  },
  'account-versions': {
    unit: 'count',
    about: 'each account',
    query: ({ of }) => `
      select null::text as what, a.version as found, 1 + n.total + f.total as expected,
        a.user_id, null::uuid as trx_id, null::bigint as entry_id
      from accounts a cross join lateral (
        select count(*) as total from ledger_entries e where e.user_id = a.user_id
      ) n cross join lateral (
        -- Those of former versions made none, and name none.
        select count(*) as total from audit_events v
        where v.subject_type = 'user' and v.subject_id = a.user_id::text
          and v.action in ('user.frozen', 'user.unfrozen') and v.after ? 'version'
      ) f
      where ${of('a.user_id')} and a.version <> 1 + n.total + f.total`,
  },
  statements: {
    unit: 'cents',
    about: 'each account',
    // A figure that a statement does not name is one of zeros: it came to the chart of accounts later.
    query: ({ of }) => `
      with lines as (
        select s.user_id, s.period, f.account, n.opening, n.moved, n.closing,
          lag(n.closing, 1, 0::bigint) over (
            partition by s.user_id, length(s.period), f.account order by s.period
          ) as before
        from statements s cross join lateral (values
          ${eachFigure((_, field) => `('${field}', s.figures -> '${field}')`)}
        ) as f (account, line) cross join lateral (
          select ${lineNumber('opening')} as opening, ${lineNumber('closing')} as closing,
            ${lineNumber('deposits')} + ${lineNumber('withdrawals')} + ${lineNumber('adjustments')} as moved
        ) n
        where ${of('s.user_id')}
      ), made as (
        -- Months by their entries, years by their months.
        select e.user_id, s.period, p.account, sum(p.amount) as total
        from ledger_entries e
        cross join lateral (
          select m.period from statements m
          where m.user_id = e.user_id and length(m.period) = 7 and m.last_entry_id >= e.id
          order by m.period limit 1
        ) s
        join ledger_postings p on p.entry_id = e.id
        where ${of('e.user_id')} and e.user_id in (select l.user_id from lines l)
        group by e.user_id, s.period, p.account
        union all
        select m.user_id, left(m.period, 4), m.account, sum(m.moved) from lines m
        where length(m.period) = 7 group by m.user_id, left(m.period, 4), m.account
      )
      select l.account || ', ' || l.period as what, l.closing as found,
        l.before + coalesce(m.total, 0) as expected, l.user_id, null::uuid as trx_id, null::bigint as entry_id
      from lines l left join made m
        on m.user_id = l.user_id and m.period = l.period and m.account = l.account
      where l.opening <> l.before or l.opening + l.moved <> l.closing or l.moved <> coalesce(m.total, 0)`,
  },
  'account-days': {
    unit: 'cents',
    about: 'each account',
    query: ({ of }) => `
      with followed as (
        select d.user_id, max(d.last_entry_id) as last_entry_id from account_days d
        where ${of('d.user_id')} group by d.user_id
      ), dated as (
        select e.id, e.user_id, (max(e.created_at) over (partition by e.user_id order by e.id) at time zone 'UTC')::date as day
        from ledger_entries e where ${of('e.user_id')}
      ), expected as (
        select d.user_id, d.day,
          ${eachFigure((column, field) => `sum(p.amount) filter (where p.account = '${field}') as ${column}`)}
        from dated d join followed f on f.user_id = d.user_id and d.id <= f.last_entry_id
        join ledger_postings p on p.entry_id = d.id and ${ofFigures}
        group by d.user_id, d.day
      ), found as (
        select d.user_id, d.day,
          ${eachFigure((column) => `d.${column} - lag(d.${column}, 1, 0::bigint) over own as ${column}`)}
        from account_days d where ${of('d.user_id')} window own as (partition by d.user_id order by d.day)
      ), ${wrongDays('coalesce(f.user_id, e.user_id)', 'f.user_id = e.user_id and f.day = e.day')}
      ${eachWrongFigure(figureOfDay)}`,
  },
  'day-totals': {
    unit: 'cents',
    about: 'all accounts',
    query: ({ fromDay }) => `
      with counted as (
        select entry_id from ledger_followers where name = 'day_totals'
      ), kept as (
        select d.day, ${eachFigure((column) => `d.${column} - coalesce(b.${column}, 0) as ${column}`)}
        from account_days d left join lateral (
          select * from account_days b where b.user_id = d.user_id and b.day < d.day order by b.day desc limit 1
        ) b on true
        where exists (select from counted) and ${since('d.day', fromDay)}
        union all
        -- What is in the figures of an account, and not yet in those of all.
        select d.day,
          ${eachFigure((_, field) => `-coalesce(sum(p.amount) filter (where p.account = '${field}'), 0)`)}
        from ledger_entries e cross join lateral (
          select min(d.day) as day from account_days d where d.user_id = e.user_id and d.last_entry_id >= e.id
        ) d join ledger_postings p on p.entry_id = e.id
        where e.id > (select entry_id from counted) and d.day is not null and ${since('d.day', fromDay)}
        group by d.day
      ), expected as (
        select day, ${eachFigure((column) => `sum(${column}) as ${column}`)} from kept group by day
      ), found as (
        select * from day_totals t where exists (select from counted) and ${since('t.day', fromDay)}
      ), ${wrongDays('null::uuid', 'f.day = e.day')}
      ${eachWrongFigure(figureOfDay)}`,
  },
  'platform-addresses': {
    unit: 'count',
    about: 'all accounts',
    // An event tells of the fields that it changed, and the one of the creation of all.
    query: () => `
      with told as (
        select distinct on (v.subject_id, f.key) v.subject_id as id, f.key as field, f.value
        from audit_events v
        cross join lateral jsonb_each_text(case jsonb_typeof(v.after) when 'object' then v.after end) f
        where v.subject_type = 'wallets'
        order by v.subject_id, f.key, v.id desc
      ), fields as (
        select w.id::text as id, w.name, f.field, f.value, f.at_first
        from wallets w cross join lateral (values
          ${walletFields.map(({ field, column, atFirst }) => `('${field}', w.${column.name}::text, (${atFirst})::text)`).join(', ')}
        ) as f (field, value, at_first)
      ), wrong as (
        select f.id, f.name, f.field, f.value, coalesce(t.value, f.at_first) as told
        from fields f left join told t on t.id = f.id and t.field = f.field
        where f.value is distinct from coalesce(t.value, f.at_first)
        union all
        select t.id, t.value, 'record', 'none', 'one' from told t
        where t.field = 'name' and not exists (select from wallets w where w.id::text = t.id)
      )
      select name || ': ' || string_agg(field || ' ' || value || coalesce(', not ' || told, ''), '; ' order by field) as what,
        null::bigint as found, null::bigint as expected, null::uuid as user_id, null::uuid as trx_id,
        null::bigint as entry_id
      from wrong group by id, name`,
  },
};
