/** The SQL that the product sends for the three calls measured, statement by statement. */
export const statements = {
  findCaller: `select u.id as "userId", u.type, u.first_name, u.last_name, u.email, s.id as "sessionId",
      s.last_seen_at < now() - interval '5 minutes' as unmarked
    from sessions s inner join users u on u.id = s.user_id
    where s.id = $1 and s.revoked_at is null and s.expires_at > now()`,
  findAccount: `select user_id, balance, held, wallet_balance, profit, investment, bitcoin, litecoin, usdt, ethereum,
    bnb, version, updated_at from accounts where user_id = $1`,
  tryLockKey: `select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as locked from (values (1)) as one`,
  findReply: `select request_hash, reply from idempotency_keys where user_id = $1 and key = $2`,
  storeReply: `insert into idempotency_keys (user_id, key, request_hash, reply, created_at)
    values ($1, $2, $3, $4, default)`,
  insertTransaction: `insert into transactions (id, user_id, trx_type, amount, plan, crypto, transaction_id, image_url,
      wallet, status, version, created_at, updated_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, default, default, default)
    returning id, user_id, trx_type, amount, plan, crypto, transaction_id, image_url, wallet, status, version,
      created_at, updated_at`,
  audit: `insert into audit_events (id, at, actor_id, action, subject_type, subject_id, before, after, reason, request_id)
    values (default, clock_timestamp(), $1, $2, $3, $4, $5, $6, $7, $8)`,
  insertMail: `insert into mail_outbox (id, recipient, subject, text_body, html_body, created_at, expires_at, attempts,
      next_attempt_at, last_error, sent_at, dropped_at)
    values ($1, $2, $3, $4, $5, default, $6::timestamptz, default, default, default, default, default)`,
  findOwner: `select user_id from transactions where id = $1`,
  lockAccount: `select user_id, balance, held, wallet_balance, profit, investment, bitcoin, litecoin, usdt, ethereum,
    bnb, version, updated_at from accounts where user_id = $1 for no key update`,
  lockTransaction: `select t.id, t.user_id, t.trx_type, t.amount, t.plan, t.crypto, t.transaction_id, t.image_url,
      t.wallet, t.status, t.version, t.created_at, t.updated_at, u.id as "_id", u.first_name, u.last_name, u.email
    from transactions t inner join users u on u.id = t.user_id where t.id = $1 for no key update of t`,
  livePostings: `select e.transaction_id, p.book, p.account, sum(p.amount) as amount
    from ledger_postings p inner join ledger_entries e on e.id = p.entry_id
    where e.transaction_id = any($1::uuid[]) group by e.transaction_id, p.book, p.account having sum(p.amount) <> 0`,
  insertEntry: `insert into ledger_entries (id, user_id, kind, transaction_id, status, actor_id, reason, created_at)
    values (default, $1, $2, $3, $4, $5, $6, clock_timestamp()) returning id`,
  insertPostings: `insert into ledger_postings (entry_id, line, book, account, amount, reversal)
    select $1::bigint, line, book, account, amount, reversal
    from unnest($2::int[], $3::text[], $4::text[], $5::bigint[], $6::bool[])
      as lines (line, book, account, amount, reversal)`,
  addToAccount: `update accounts set balance = balance + $1::bigint, profit = profit + $2::bigint,
      wallet_balance = wallet_balance + $3::bigint, investment = investment + $4::bigint,
      bitcoin = bitcoin + $5::bigint, litecoin = litecoin + $6::bigint, usdt = usdt + $7::bigint,
      ethereum = ethereum + $8::bigint, bnb = bnb + $9::bigint, held = held + $10::bigint,
      version = version + 1, updated_at = clock_timestamp()
    where user_id = $11
    returning user_id, balance, held, wallet_balance, profit, investment, bitcoin, litecoin, usdt, ethereum, bnb,
      version, updated_at`,
  updateStatus: `update transactions set status = $1, version = version + 1, updated_at = clock_timestamp() where id = $2
    returning id, user_id, trx_type, amount, plan, crypto, transaction_id, image_url, wallet, status, version,
      created_at, updated_at`,
} as const;
