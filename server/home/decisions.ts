import { desc, eq, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { trxStatuses } from '../../contract/enums';
import { type Decision, latestDecisions } from '../../contract/home';
import type { Queries } from '../db/client';
import { actor } from '../db/person';
import { mayReadAbout, type ReadableSubjects, subjectOfEvent } from '../db/readable-subjects';
import { transactions } from '../db/schema/money';
import { users } from '../db/schema/people';
import { auditEvents, isDecision } from '../db/schema/writes';
import { uuidIn } from '../db/uuid-in';
import { toDollars } from '../money';

const subjects = alias(users, 'subjects');
const person = {
  _id: subjects.id,
  firstName: subjects.firstName,
  lastName: subjects.lastName,
  email: subjects.email,
};

/** The newest decisions: who decided what about whom, where that is `readable`, and when. */
export async function readDecisions(db: Queries, readable: ReadableSubjects): Promise<Decision[]> {
  const rows = await db
    .select({
      id: auditEvents.id,
      at: auditEvents.at,
      action: auditEvents.action,
      after: auditEvents.after,
      actor,
      person,
      about: subjectOfEvent,
      transaction: {
        _id: transactions.id,
        trxType: transactions.trxType,
        amount: transactions.amount,
        crypto: transactions.crypto,
      },
    })
    .from(auditEvents)
    .leftJoin(users, eq(users.id, auditEvents.actorId))
    .leftJoin(subjects, eq(subjects.id, auditEvents.personId))
    .leftJoin(
      transactions,
      sql`${transactions.id} = case ${auditEvents.subjectType}
        when 'transaction' then ${uuidIn(auditEvents.subjectId)} end`,
    )
    .where(isDecision(auditEvents))
    .orderBy(desc(auditEvents.at), desc(auditEvents.id))
    .limit(latestDecisions);
  return rows.map(({ id, at, action, after, actor, person, about, transaction }) => ({
    _id: String(id),
    at: at.toISOString(),
    action,
    actor,
    person: mayReadAbout(readable, about) ? person : null,
    transaction: transaction && {
      ...transaction,
      amount: toDollars(transaction.amount),
      status: statusOf(after),
    },
  }));
}

/** Of an event that set one: it stands in the clear, whoever it was about. */
function statusOf(after: unknown) {
  const status = typeof after === 'object' && after !== null && 'status' in after ? after.status : undefined;
  return trxStatuses.safeParse(status).data ?? null;
}
