import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { ownReasons } from '../../contract/console-names';
import type { PersonalSeal } from '../personal-seal';
import { personalSubjects } from './schema/writes';
import { aboutEvent, sealEvent, sealReason } from './sealed-events';

/** Rows that are sealed by one statement. */
const batch = 1_000;

/** For a person who is erased: what is sealed with it is read by nobody. */
const noSalt = () => randomBytes(32);

interface PlainEvent {
  id: string;
  action: string;
  subject_type: string;
  subject_id: string;
  before: unknown;
  after: unknown;
  reason: string | null;
  person_id: string;
  salt: Buffer | null;
}

interface PlainEntry {
  id: string;
  user_id: string;
  reason: string;
  salt: Buffer | null;
}

const subjects = personalSubjects.map((name) => `'${name}'`).join(', ');

/** Events of former versions, by their ids after `$1`; those of which nobody knows whom they tell about stay as they are. */
const findEvents = `
  select e.id, e.action, e.subject_type, e.subject_id, e.before, e.after, e.reason, p.id as person_id, k.salt
  from audit_events e
  left join transactions t on e.subject_type = 'transaction' and t.id::text = e.subject_id
  join users p on p.id::text = coalesce(t.user_id::text, e.subject_id)
  left join person_keys k on k.person_id = p.id
  where e.sealed is null and e.subject_type in (${subjects}) and e.id > $1
  order by e.id limit ${batch}`;

const updateEvents = `
  update audit_events e set before = v.before, after = v.after, reason = null,
    person_id = v.person_id, sealed = v.sealed, commitment = v.commitment
  from unnest($1::bigint[], $2::jsonb[], $3::jsonb[], $4::uuid[], $5::bytea[], $6::bytea[])
    as v (id, before, after, person_id, sealed, commitment)
  where e.id = v.id`;

const findEntries = `
  select e.id, e.user_id, e.reason, k.salt
  from ledger_entries e left join person_keys k on k.person_id = e.user_id
  where e.reason is not null and e.id > $1 order by e.id limit ${batch}`;

const updateEntries = `
  update ledger_entries e set reason = null, sealed_reason = v.sealed
  from unnest($1::bigint[], $2::bytea[]) as v (id, sealed) where e.id = v.id`;

/**
 * Seals what former versions wrote about people in the clear, in the transaction of the migrations, as the owner of the
 * tables: nobody else may touch what is append-only. Finds nothing where all is sealed.
 */
export async function sealFormer(client: pg.PoolClient, seal: PersonalSeal): Promise<void> {
  const isFirst = await nothingIsSealed(client);
  await eachBatch<PlainEvent>(client, 'audit_events', findEvents, async (rows) => {
    const sealed = rows.map((row) => {
      const { action, subject_type: subjectType, subject_id: subjectId, before, after } = row;
      // What decisions are compared with (server/transactions/as-reported.ts): the server's own role may have added it.
      const isLate = !isFirst && action === 'transaction.created';
      const reason = isLate ? ownReasons.sealedLater : row.reason;
      const person = { id: row.person_id, salt: row.salt ?? noSalt() };
      return sealEvent(seal, person, { action, subjectType, subjectId, before, after, reason });
    });
    const asJson = (value: unknown) => (value === null ? null : JSON.stringify(value));
    await client.query(updateEvents, [
      rows.map(({ id }) => id),
      sealed.map(({ before }) => asJson(before)),
      sealed.map(({ after }) => asJson(after)),
      sealed.map(({ personId }) => personId),
      sealed.map((event) => event.sealed),
      sealed.map(({ commitment }) => commitment),
    ]);
  });
  await eachBatch<PlainEntry>(client, 'ledger_entries', findEntries, async (rows) => {
    await client.query(updateEntries, [
      rows.map(({ id }) => id),
      rows.map((row) => sealReason(seal, { id: row.user_id, salt: row.salt ?? noSalt() }, row.reason)),
    ]);
  });
}

/** Whether it is the first time that something is sealed: what is there was written by former versions. */
async function nothingIsSealed(client: pg.PoolClient): Promise<boolean> {
  const { rows } = await client.query('select from audit_events where sealed is not null limit 1');
  return rows.length === 0;
}

/** Goes through the rows that a query finds; while there are any, the table's rows can be changed by this transaction alone. */
async function eachBatch<Row extends { id: string }>(
  client: pg.PoolClient,
  table: 'audit_events' | 'ledger_entries',
  find: string,
  work: (rows: Row[]) => Promise<void>,
): Promise<void> {
  let rows = (await client.query<Row>(find, ['0'])).rows;
  if (rows.length === 0) return;
  await client.query(`alter table ${table} disable trigger ${table}_append_only`);
  while (rows.length > 0) {
    await work(rows);
    rows = (await client.query<Row>(find, [rows.at(-1)?.id])).rows;
  }
  await client.query(`alter table ${table} enable trigger ${table}_append_only`);
}

/**
 * Whether the newest event that can be opened is opened: with another secret than it was sealed with, everything that is
 * known about people would seem erased.
 */
export async function opensEvents(pool: Pick<pg.Pool, 'query'>, seal: PersonalSeal): Promise<boolean> {
  const { rows } = await pool.query<{
    action: string;
    subjectType: string;
    subjectId: string;
    sealed: Buffer;
    salt: Buffer;
  }>(
    `select e.action, e.subject_type as "subjectType", e.subject_id as "subjectId", e.sealed, k.salt
     from audit_events e join person_keys k on k.person_id = e.person_id
     where e.sealed is not null order by e.id desc limit 1`,
  );
  return rows.every(({ salt, sealed, ...event }) => seal.open(salt, sealed, aboutEvent(event)) !== undefined);
}
