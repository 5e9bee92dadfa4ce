import { en } from '@faker-js/faker';
import { cryptos, planValues } from '../../../contract/enums';
import { emailOfOne, inGroups, type Size, type Step, yearOfOne } from './steps';

const names = {
  first: (en.person?.first_name?.generic ?? []).slice(0, 2_000),
  last: (en.person?.last_name?.generic ?? []).slice(0, 400),
};
const countries = ['United Kingdom', 'Germany', 'France', 'Nigeria', 'Canada', 'Norway', 'Japan', 'Chile'];

/** A number from 0 to 1 that depends on `n` and a salt alone. */
const chance = (salt: string, n = 'n') =>
  `((hashtextextended('${salt}' || ${n}, 0) & 1048575)::float8 / 1048576)`;
/** One of an array, each as likely. */
const pick = (array: string, salt: string) =>
  `(${array})[1 + floor(${chance(salt)} * cardinality(${array}))::int]`;
/** Ids as the server makes them: in the order of time. */
const idAt = (moment: string, salt: string) => `(
  lpad(to_hex((extract(epoch from ${moment}) * 1000)::bigint), 12, '0') || '7' ||
  substr(md5('${salt}' || n), 1, 3) || '8' || substr(md5('${salt}' || n), 4, 15))::uuid`;

/** When a person joined, and when a transaction was made: evenly over four years. */
const joinedAt = (size: Size) =>
  `(timestamptz '2022-01-01' + n * (interval '1 year' / ${size.users}) + ${chance('joined')} * interval '1 ms')`;
const madeAt = (size: Size) =>
  `(timestamptz '2023-01-01' + n * (interval '3 years' / ${size.transactions}) + ${chance('made')} * interval '1 ms')`;

const madeByOneAt = (ofOne: number) =>
  `(timestamptz '${yearOfOne.from}' + n * (interval '365 days' / ${ofOne}) + ${chance('made by one')} * interval '1 ms')`;

const userId = (size: Size) => idAt(joinedAt(size), 'user');

const depositAmount = `100000 + floor(power(${chance('amount')}, 3) * 4900000)::bigint`;

/**
 * Each person's first transactions are a deposit that was confirmed and a small withdrawal; who makes the rest is
 * uneven, so that a few people have hundreds.
 */
function transactionRows(size: Size): string {
  return `
    select made.*, made.created_at as updated_at from (
      select ${idAt(madeAt(size), 'transaction')} as id, owner, ${madeAt(size)} as created_at,
        case when turn = 1 or (turn > 1 and ${chance('type')} < 0.02) then 'WITHDRAWAL' else 'DEPOSIT' end as trx_type,
        case when turn = 0 or ${chance('status')} < 0.83 then 'CONFIRMED'
             when ${chance('status')} < 0.98 then 'DECLINED' else 'PENDING' end as status,
        case when turn = 1 or (turn > 1 and ${chance('type')} < 0.02)
             then 10000 + floor(${chance('amount')} * 100)::bigint * 10
             else ${depositAmount} end as amount,
        ${pick('$3::text[]', 'crypto')} as crypto,
        ${pick('$4::text[]', 'plan')} as plan
      from (select n, n / ${size.users} as turn,
              case when n / ${size.users} < 2 then n % ${size.users}
                   else floor(power(${chance('owner')}, 3) * ${size.users})::int end as owner
            from generate_series($1::int, $2::int) n) numbered
    ) made`;
}

/** Deposits that were confirmed, of the user after the last one: each posts one entry. */
function transactionRowsOfOne({ users, ofOne = 0 }: Size): string {
  return `
    select made.*, made.created_at as updated_at from (
      select ${idAt(madeByOneAt(ofOne), 'transaction of one')} as id, ${users} as owner,
        ${madeByOneAt(ofOne)} as created_at, 'DEPOSIT' as trx_type, 'CONFIRMED' as status, ${depositAmount} as amount,
        ${pick('$3::text[]', 'crypto')} as crypto, ${pick('$4::text[]', 'plan')} as plan
      from generate_series($1::int, $2::int) n
    ) made`;
}

/** The statements that add transactions, of rows for a range of numbers. */
const transactionSteps = (count: number, rows: string): Step[] =>
  inGroups(count, 25_000).map(({ from, to }) => ({
    rows: 3 * (to - from + 1),
    values: [from, to, cryptos.options, planValues.options],
    text: `
      insert into transactions
        (id, user_id, trx_type, amount, plan, crypto, transaction_id, wallet, status, version, created_at, updated_at)
      select t.id, u.id, trx_type, amount, case when trx_type = 'DEPOSIT' then plan end, crypto,
        case when trx_type = 'DEPOSIT' then md5(t.id::text) end,
        case when trx_type = 'WITHDRAWAL' then '1BoatSLRHtKNngkdXEeobR76b53LETtpyT' end,
        status, case when status = 'PENDING' then 1 else 2 end, created_at, updated_at
      from (${rows}) t join seeded_users u on u.n = t.owner`,
  }));

/** The statements that add people, their empty accounts and their transactions. */
export function peopleSteps(size: Size): Step[] {
  const { ofOne = 0 } = size;
  return [
    {
      rows: 0,
      text: `create temporary table seeded_users (n int primary key, id uuid not null)`,
    },
    ...inGroups(size.users + (ofOne > 0 ? 1 : 0), 10_000).map(({ from, to }) => ({
      rows: 2 * (to - from + 1),
      values: [from, to, names.first, names.last, countries],
      text: `
        with people as (
          select n, ${userId(size)} as id, ${joinedAt(size)} as joined,
            ${pick('$3::text[]', 'first')} as first_name, ${pick('$4::text[]', 'last')} as last_name
          from generate_series($1::int, $2::int) n
        ), kept as (
          insert into seeded_users select n, id from people
        ), added as (
          insert into users (id, type, first_name, last_name, email, phone_number, country, password_hash, created_at)
          select id, 'investor', first_name, last_name,
            case n when ${size.users} then '${emailOfOne}'
              else lower(first_name || '.' || last_name || n || '@example.com') end,
            case when ${chance('phone')} < 0.9 then '+44 20 ' || lpad((n::bigint * 7919 % 10000000)::text, 8, '0') end,
            ${pick('$5::text[]', 'country')}, '-', joined
          from people returning id
        )
        insert into accounts (user_id) select id from people`,
    })),
    ...transactionSteps(size.transactions, transactionRows(size)),
    ...transactionSteps(ofOne, transactionRowsOfOne(size)),
  ];
}
