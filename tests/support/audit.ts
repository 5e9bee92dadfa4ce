import { and, asc, eq } from 'drizzle-orm';
import { personKeys } from '../../server/db/schema/people';
import { auditEvents } from '../../server/db/schema/writes';
import { openEvent } from '../../server/db/sealed-events';
import type { TestApp } from './test-app';

/** Which events are asked for; all if not said. */
interface Wanted {
  subjectId?: string;
  action?: string;
}

/** The audit events of a test's product, oldest first, with what is sealed in them opened. */
export async function auditOf({ database }: Pick<TestApp, 'database'>, { subjectId, action }: Wanted = {}) {
  const rows = await database.db
    .select({ event: auditEvents, salt: personKeys.salt })
    .from(auditEvents)
    .leftJoin(personKeys, eq(personKeys.personId, auditEvents.personId))
    .where(
      and(
        subjectId === undefined ? undefined : eq(auditEvents.subjectId, subjectId),
        action === undefined ? undefined : eq(auditEvents.action, action),
      ),
    )
    .orderBy(asc(auditEvents.at), asc(auditEvents.id));
  return rows.map(({ event, salt }) => ({ ...event, ...openEvent(database.seal, salt, event) }));
}
