import { asc } from 'drizzle-orm';
import { auditEvents } from '../../server/db/schema';
import type { TestApp } from './test-app';

/** The audit events of a test's product, oldest first. */
export async function auditOf({ database }: Pick<TestApp, 'database'>) {
  return database.db.select().from(auditEvents).orderBy(asc(auditEvents.at), asc(auditEvents.id));
}
