/** What the bare server sends: the rows that the product reads and writes, in as few statements as there can be. */
export const statements = {
  findCaller: `select u.id as "userId", u.type, u.first_name, u.last_name, u.email
    from sessions s inner join users u on u.id = s.user_id
    where s.id = $1 and s.revoked_at is null and s.expires_at > now()`,
  findOwnAccount: `select a.* from sessions s inner join accounts a on a.user_id = s.user_id
    where s.id = $1 and s.revoked_at is null and s.expires_at > now()`,
  findReply: `select request_hash, reply from idempotency_keys where user_id = $1 and key = $2`,
  /** Nothing is written by a key that is there already. */
  createDeposit: `with key as (
      insert into idempotency_keys (user_id, key, request_hash, reply) values ($1, $2, $3, $4)
      on conflict do nothing returning user_id),
    trx as (
      insert into transactions (id, user_id, trx_type, amount, plan, crypto, transaction_id, status, created_at, updated_at)
      select $5::uuid, user_id, 'DEPOSIT', $6::bigint, $7, $8, $9, 'PENDING', $10::timestamptz, $10::timestamptz from key),
    event as (
      insert into audit_events (actor_id, action, subject_type, subject_id, after, request_id)
      select user_id, 'transaction.created', 'transaction', $5::text, $11::jsonb, $12 from key)
    insert into mail_outbox (id, recipient, subject, text_body, html_body)
    select $13::uuid, $14, 'Deposit', $15, $16 from key returning id`,
  lockAccount: `select user_id from accounts
    where user_id = (select user_id from transactions where id = $1) for no key update`,
  lockTransaction: `select t.*, clock_timestamp() as now, u.email, u.first_name, u.last_name
    from transactions t inner join users u on u.id = t.user_id where t.id = $1 for no key update of t`,
  livePostings: `select p.book, p.account, sum(p.amount) as amount
    from ledger_postings p inner join ledger_entries e on e.id = p.entry_id
    where e.transaction_id = $1 group by p.book, p.account having sum(p.amount) <> 0`,
  changeStatus: `with entry as (
      insert into ledger_entries (user_id, kind, transaction_id, status, actor_id, created_at)
      values ($1, 'transaction', $2, $3, $4, clock_timestamp()) returning id),
    posted as (
      insert into ledger_postings (entry_id, line, book, account, amount, reversal)
      select entry.id, line, book, account, amount, reversal
      from entry, unnest($5::int[], $6::text[], $7::text[], $8::bigint[], $9::bool[])
        as lines (line, book, account, amount, reversal)),
    account as (
      update accounts set balance = balance + $10::bigint, profit = profit + $11::bigint,
        wallet_balance = wallet_balance + $12::bigint, investment = investment + $13::bigint,
        bitcoin = bitcoin + $14::bigint, litecoin = litecoin + $15::bigint, usdt = usdt + $16::bigint,
        ethereum = ethereum + $17::bigint, bnb = bnb + $18::bigint, held = held + $19::bigint,
        version = version + 1, updated_at = clock_timestamp()
      where user_id = $1),
    trx as (
      update transactions set status = $3, version = version + 1, updated_at = $20::timestamptz where id = $2),
    event as (
      insert into audit_events (actor_id, action, subject_type, subject_id, before, after, request_id)
      values ($4, 'transaction.status_changed', 'transaction', $2::text, $21, $22, $23)),
    key as (insert into idempotency_keys (user_id, key, request_hash, reply) values ($4, $24, $25, $26))
    insert into mail_outbox (id, recipient, subject, text_body, html_body) values ($27, $28, 'Deposit', $29, $30)`,
} as const;
