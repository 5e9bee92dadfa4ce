import { currencies } from '../../../contract/currencies';
import { inGroups, type Size, type Step } from './steps';

/** Lines that the entry of a status posts, by kind of transaction; as server/ledger/effects.ts has them. */
const effects = `(values
  ('DEPOSIT', 'CONFIRMED', 1, 'money', 'custody', -1, false), ('DEPOSIT', 'CONFIRMED', 2, 'money', 'balance', 1, false),
  ('DEPOSIT', 'CONFIRMED', 3, 'statement', 'walletBalance', 1, false),
  ('DEPOSIT', 'CONFIRMED', 4, 'statement', 'contra:walletBalance', -1, false),
  ('DEPOSIT', 'CONFIRMED', 5, 'statement', 'currency', 1, false),
  ('DEPOSIT', 'CONFIRMED', 6, 'statement', 'contra:currency', -1, false),
  ('DEPOSIT', 'CONFIRMED', 7, 'statement', 'investment', 1, false),
  ('DEPOSIT', 'CONFIRMED', 8, 'statement', 'contra:investment', -1, false),
  ('WITHDRAWAL', 'PENDING', 1, 'money', 'balance', -1, false), ('WITHDRAWAL', 'PENDING', 2, 'money', 'held', 1, false),
  ('WITHDRAWAL', 'DECLINED', 1, 'money', 'held', -1, true), ('WITHDRAWAL', 'DECLINED', 2, 'money', 'balance', 1, true),
  ('WITHDRAWAL', 'CONFIRMED', 1, 'money', 'held', -1, true), ('WITHDRAWAL', 'CONFIRMED', 2, 'money', 'balance', 1, true),
  ('WITHDRAWAL', 'CONFIRMED', 3, 'money', 'balance', -1, false), ('WITHDRAWAL', 'CONFIRMED', 4, 'money', 'custody', 1, false),
  ('WITHDRAWAL', 'CONFIRMED', 5, 'statement', 'walletBalance', -1, false),
  ('WITHDRAWAL', 'CONFIRMED', 6, 'statement', 'contra:walletBalance', 1, false),
  ('WITHDRAWAL', 'CONFIRMED', 7, 'statement', 'currency', -1, false),
  ('WITHDRAWAL', 'CONFIRMED', 8, 'statement', 'contra:currency', 1, false)
) as effects (trx_type, status, line, book, account, sign, reversal)`;

const fieldOf = `(case t.crypto ${currencies.map(({ value, field }) => `when '${value}' then '${field}'`).join(' ')} end)`;

/** Seeded transactions are in the order of their ids; each group begins after the last one of the group before. */
const nextGroup = (group: number) => `
  create temporary table seeded on commit drop as
    select t.* from transactions t
    where t.id > (select last from seeded_until) order by t.id limit ${group}`;

/** The statements that post what the seeded transactions did, and audit it. Each is a transaction of its own. */
export function bookSteps(size: Size): Step[] {
  const transactions = size.transactions + (size.ofOne ?? 0);
  return [
    {
      rows: 0,
      text: `create temporary table seeded_until as select '00000000-0000-0000-0000-000000000000'::uuid as last`,
    },
    ...inGroups(transactions, 25_000).map(({ from, to }) => ({
      rows: 15 * (to - from + 1),
      text: `begin;
        ${nextGroup(to - from + 1)};
        update seeded_until set last = (select id from seeded order by id desc limit 1);
        insert into ledger_entries (user_id, kind, transaction_id, status, actor_id, created_at)
          select user_id, 'transaction', id, posted.status, user_id, created_at
          from seeded join lateral (values (1, 'PENDING'), (2, 'CONFIRMED'), (3, 'DECLINED')) as posted (nth, status)
            on posted.status = seeded.status and seeded.trx_type = 'WITHDRAWAL'
            or posted.status = 'PENDING' and seeded.trx_type = 'WITHDRAWAL'
            or posted.status = 'CONFIRMED' and seeded.status = 'CONFIRMED'
          order by id, nth;
        insert into ledger_postings (entry_id, line, book, account, amount, reversal)
          select e.id, effects.line, effects.book,
            case effects.account when 'custody' then 'custody:' || t.crypto when 'currency' then ${fieldOf}
              when 'contra:currency' then 'contra:' || ${fieldOf} else effects.account end,
            effects.sign * t.amount, effects.reversal
          from ledger_entries e join seeded t on t.id = e.transaction_id
          join ${effects} on effects.trx_type = t.trx_type and effects.status = e.status`,
      events: [
        `select created_at as at, user_id as actor_id, 'transaction.created' as action, 'transaction' as subject_type,
          id as subject_id, null as before, jsonb_build_object(
            '_id', id, 'trxType', trx_type, 'crypto', crypto, 'status', 'PENDING', 'version', 1) as after,
          null as reason, user_id as person_id, salt
        from seeded join person_keys on person_id = user_id order by id`,
        `select created_at as at, user_id as actor_id, 'transaction.status_changed' as action,
          'transaction' as subject_type, id as subject_id, jsonb_build_object('status', 'PENDING', 'version', 1) as before,
          jsonb_build_object('status', status, 'version', version) as after, null as reason, user_id as person_id, salt
        from seeded join person_keys on person_id = user_id where status <> 'PENDING' order by id`,
      ],
    })),
    {
      rows: size.users,
      // One in ten has profit that an administrator has posted.
      text: `begin;
        create temporary table profits on commit drop as
          select id as user_id, (n % 977 + 1) * 100::bigint as amount from seeded_users where n % 10 = 3;
        insert into ledger_entries (user_id, kind, actor_id, reason)
          select user_id, 'adjustment', user_id, 'Monthly profit' from profits;
        insert into ledger_postings (entry_id, line, book, account, amount)
          select e.id, line, 'statement', account, sign * p.amount
          from ledger_entries e join profits p on p.user_id = e.user_id
          cross join (values (1, 'profit', 1), (2, 'contra:profit', -1)) as lines (line, account, sign)
          where e.kind = 'adjustment'`,
      events: [
        `select now() as at, user_id as actor_id, 'account.edited' as action, 'account' as subject_type,
          user_id as subject_id, jsonb_build_object('profit', 0) as before,
          jsonb_build_object('profit', amount / 100) as after, 'Monthly profit' as reason, user_id as person_id, salt
        from profits join person_keys on person_id = user_id order by user_id`,
      ],
    },
    {
      rows: 3 * transactions,
      text: `
        update accounts a set balance = sums.balance, held = sums.held, wallet_balance = sums.wallet_balance,
          profit = sums.profit, investment = sums.investment, bitcoin = sums.bitcoin, usdt = sums.usdt,
          ethereum = sums.ethereum, version = 1 + sums.entries
        from (
          select e.user_id, count(distinct e.id) as entries,
            ${['balance', 'held', 'walletBalance', 'profit', 'investment', 'bitcoin', 'usdt', 'ethereum']
              .map(
                (field) =>
                  `coalesce(sum(p.amount) filter (where p.account = '${field}'), 0) as ${snake(field)}`,
              )
              .join(', ')}
          from ledger_entries e join ledger_postings p on p.entry_id = e.id group by e.user_id
        ) sums where sums.user_id = a.user_id`,
    },
  ];
}

function snake(field: string): string {
  return field === 'walletBalance' ? 'wallet_balance' : field;
}
