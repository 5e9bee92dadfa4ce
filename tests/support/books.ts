import type pg from 'pg';

/**
 * Each query returns the rows that break an invariant of the books (design, section 7); none may return any.
 * They read the tables alone and share nothing with the server's code.
 */
const invariants: Record<string, string> = {
  'an entry does not sum to zero in a book': `
    select entry_id::text as what from ledger_postings group by entry_id, book having sum(amount) <> 0`,
  'a book does not sum to zero': `
    select book as what from ledger_postings group by book having sum(amount) <> 0`,
  'an account is not what replaying its entries gives': `
    with figures as (
      select e.user_id, p.account, sum(p.amount) as total
      from ledger_postings p join ledger_entries e on e.id = p.entry_id
      where p.account in ('balance','held','walletBalance','profit','investment','bitcoin','litecoin','usdt',
        'ethereum','bnb')
      group by e.user_id, p.account
    ), cached as (
      select a.user_id, f.account, f.cached from accounts a cross join lateral (values
        ('balance', a.balance), ('held', a.held), ('walletBalance', a.wallet_balance), ('profit', a.profit),
        ('investment', a.investment), ('bitcoin', a.bitcoin), ('litecoin', a.litecoin), ('usdt', a.usdt),
        ('ethereum', a.ethereum), ('bnb', a.bnb)) as f (account, cached)
    )
    select c.user_id || ' ' || c.account as what from cached c
    left join figures f on f.user_id = c.user_id and f.account = c.account
    where c.cached <> coalesce(f.total, 0)`,
  'held is not the sum of pending withdrawals': `
    select a.user_id::text as what from accounts a
    where a.held < 0 or a.held <> (select coalesce(sum(amount), 0) from transactions t
      where t.user_id = a.user_id and t.trx_type = 'WITHDRAWAL' and t.status = 'PENDING')`,
  'a field is not its adjustments and the effects of current statuses': `
    with effects as (
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
    select a.user_id || ' ' || f.account as what from accounts a cross join lateral (values
      ('balance', a.balance), ('walletBalance', a.wallet_balance), ('profit', a.profit),
      ('investment', a.investment), ('bitcoin', a.bitcoin), ('litecoin', a.litecoin), ('usdt', a.usdt),
      ('ethereum', a.ethereum), ('bnb', a.bnb)) as f (account, cached)
    left join effects x on x.user_id = a.user_id and x.account = f.account
    left join adjustments j on j.user_id = a.user_id and j.account = f.account
    where f.cached <> coalesce(x.total, 0) + coalesce(j.total, 0)`,
  'a transaction has not one audit event per version': `
    select t.id::text as what from transactions t
    where t.version <> (select count(*) from audit_events v
      where v.subject_type = 'transaction' and v.subject_id = t.id::text)`,
  'an adjustment has not one audit event': `
    select a.user_id::text as what from accounts a
    where (select count(*) from ledger_entries e where e.user_id = a.user_id and e.kind = 'adjustment')
       <> (select count(*) from audit_events v
           where v.subject_type = 'account' and v.subject_id = a.user_id::text)`,
  'an account has not one version per entry': `
    select a.user_id::text as what from accounts a
    where a.version <> 1 + (select count(*) from ledger_entries e where e.user_id = a.user_id)`,
};

/** Every broken invariant, with what breaks it; empty when the books are right. */
export async function bookProblems(pool: pg.Pool): Promise<string[]> {
  const problems: string[] = [];
  for (const [name, query] of Object.entries(invariants)) {
    const { rows } = await pool.query<{ what: string }>(query);
    problems.push(...rows.map(({ what }) => `${name}: ${what}`));
  }
  return problems;
}
