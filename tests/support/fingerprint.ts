import type pg from 'pg';

/**
 * What a refused request must leave as it was: counts and sums of everything that is money, a person or an address to pay to, in one row.
 * Attempts at codes, limits and sessions may move; they are there to count refused requests too.
 */
export async function fingerprint(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query({
    name: 'fingerprint',
    text: `select
    (select md5(string_agg(a::text, '|' order by user_id)) from accounts a) as accounts,
    (select md5(string_agg(t::text, '|' order by id)) from transactions t) as transactions,
    (select md5(string_agg(u::text, '|' order by id)) from users u) as users,
    (select md5(string_agg(w::text, '|' order by id)) from wallets w) as wallets,
    (select count(*) from ledger_entries) as entries,
    (select count(*) from ledger_postings) as postings,
    (select count(*) from audit_events) as audit,
    (select count(*) from idempotency_keys) as keys`,
  });
  return JSON.stringify(rows[0]);
}
