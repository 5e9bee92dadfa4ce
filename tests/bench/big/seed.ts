import type pg from 'pg';
import { sealFormer } from '../../../server/db/seal-former';
import { sealEvent } from '../../../server/db/sealed-events';
import type { PersonalSeal } from '../../../server/personal-seal';
import { bookSteps } from './seed-books';
import { peopleSteps } from './seed-people';
import type { EventRow, Size } from './steps';

/**
 * Fills a migrated database with investors, their transactions and, with the server's `seal`, the ledger entries and
 * audit events of all of them: whole statements over many rows, with every trigger and check in place. The same size
 * gives the same rows.
 */
export async function seedBig(
  pool: pg.Pool,
  size: Size,
  { seal, progress = () => {} }: { seal?: PersonalSeal; progress?: (share: number) => void } = {},
): Promise<void> {
  const steps = [...peopleSteps(size), ...(seal ? bookSteps(size) : [])];
  const all = steps.reduce((sum, { rows }) => sum + rows, 0);
  const client = await pool.connect();
  try {
    await client.query('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0');
    let done = 0;
    for (const { rows, text, values, events } of steps) {
      await client.query(text, values);
      if (events && seal) {
        for (const query of events) await addEvents(client, seal, query);
        await client.query('commit');
      }
      done += rows;
      progress(done / all);
    }
    if (seal) {
      // The reasons of entries: what is left in the clear would be sealed by the next start, as of a former version.
      await client.query('begin');
      await sealFormer(client, seal);
      await client.query('commit');
    }
    // As autovacuum would in time: statistics for the planner, and the map of pages that an index alone can answer.
    await client.query('vacuum analyze');
  } finally {
    client.release(true);
  }
}

const insertEvents = `
  insert into audit_events (at, actor_id, action, subject_type, subject_id, before, after, reason, person_id, sealed, commitment)
  select at, actor_id, action, subject_type, subject_id, before, after, reason, person_id, sealed, commitment
  from unnest($1::timestamptz[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::jsonb[], $7::jsonb[], $8::text[],
    $9::uuid[], $10::bytea[], $11::bytea[]) with ordinality
    as v (at, actor_id, action, subject_type, subject_id, before, after, reason, person_id, sealed, commitment, place)
  order by place`;

const asJson = (value: unknown) => (value === null ? null : JSON.stringify(value));

/** Stores events as the product does: what tells about a person is encrypted. */
async function addEvents(client: pg.PoolClient, seal: PersonalSeal, query: string): Promise<void> {
  const { rows } = await client.query<EventRow>(query);
  const stored = rows.map((row) => {
    const { action, subject_type: subjectType, subject_id: subjectId, before, after, reason } = row;
    const person = { id: row.person_id, salt: row.salt };
    return sealEvent(seal, person, { action, subjectType, subjectId, before, after, reason });
  });
  await client.query(insertEvents, [
    rows.map(({ at }) => at.toISOString()),
    rows.map((row) => row.actor_id),
    rows.map(({ action }) => action),
    rows.map((row) => row.subject_type),
    rows.map((row) => row.subject_id),
    stored.map(({ before }) => asJson(before)),
    stored.map(({ after }) => asJson(after)),
    stored.map(({ reason }) => reason),
    stored.map(({ personId }) => personId),
    stored.map(({ sealed }) => sealed),
    stored.map(({ commitment }) => commitment),
  ]);
}
