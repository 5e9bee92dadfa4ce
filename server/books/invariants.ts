import type { BookCheck } from '../../contract/enums';

/** A query for the rows that break an invariant; none may come. */
export interface Invariant {
  /** Columns: what, found, expected, user_id, trx_id, entry_id. */
  query: string;
  /** Of `found` and `expected`. */
  unit: 'cents' | 'count';
}

/** The figures of accounts as rows. */
const figures = `
  select a.user_id, f.account, f.cached from accounts a cross join lateral (values
    ('balance', a.balance), ('held', a.held), ('walletBalance', a.wallet_balance), ('profit', a.profit),
    ('investment', a.investment), ('bitcoin', a.bitcoin), ('litecoin', a.litecoin), ('usdt', a.usdt),
    ('ethereum', a.ethereum), ('bnb', a.bnb)) as f (account, cached)`;

/**
 * The invariants of the books (design, section 7). The queries read the tables alone and share nothing with the code
 * that writes them; the console, the tests and the fault runs all ask these.
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
      with pending as (
        select user_id, sum(amount) as total from transactions
        where trx_type = 'WITHDRAWAL' and status = 'PENDING' group by user_id
      )
      select 'held' as what, a.held as found, coalesce(p.total, 0) as expected, a.user_id,
        null::uuid as trx_id, null::bigint as entry_id
      from accounts a left join pending p on p.user_id = a.user_id
      where a.held < 0 or a.held <> coalesce(p.total, 0)`,
  },
  'status-effects': {
    unit: 'cents',
    query: `
      with cached as (${figures}), effects as (
        select t.user_id, f.account, sum(f.amount) as total from transactions t cross join lateral (
          select case t.crypto when 'usdt-erc-20' then 'usdt' else t.crypto end as field) as c
        cross join lateral (values
          ('balance', case when t.trx_type = 'DEPOSIT' and t.status = 'CONFIRMED' then t.amount
                           when t.trx_type = 'WITHDRAWAL' and t.status <> 'DECLINED' then -t.amount else 0 end),
          ('walletBalance', case when t.status <> 'CONFIRMED' then 0
                                 when t.trx_type = 'DEPOSIT' then t.amount else -t.amount end),
          (c.field, case when t.status <> 'CONFIRMED' then 0
                         when t.trx_type = 'DEPOSIT' then t.amount else -t.amount end),
          ('investment', case when t.trx_type = 'DEPOSIT' and t.status = 'CONFIRMED' and t.plan is not null
                              then t.amount else 0 end)) as f (account, amount)
        group by t.user_id, f.account
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
};
