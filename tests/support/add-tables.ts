import { applyGrants } from '../../server/db/roles';
import type { Resource } from '../../server/resources/define-resource';
import { grantsOf } from '../../server/resources/grants';
import type { TestDatabase } from './test-database';

/** Gives a database the tables of resources, as a start does that migrates. */
export async function addTables(
  { superuser, connection }: Pick<TestDatabase, 'superuser' | 'connection'>,
  tables: string,
  resources: readonly Resource[],
): Promise<void> {
  await superuser.pool.query(tables);
  await applyGrants(superuser.pool, connection.user, grantsOf(resources, new Map()));
}
