import { and, inArray, type SQL, sql } from 'drizzle-orm';
import { type PgColumn, type PgTable, QueryBuilder } from 'drizzle-orm/pg-core';
import { wordsOf } from '../../contract/filters';
import type { ListRequest } from '../lists/list';
import type { Queries } from './client';
import { escapeLike } from './list-rows';
import { users } from './schema/people';

/** So many people are looked up before a search goes on in what is theirs. */
const peopleLimit = 5_000;

/** What a search lets pass. */
export interface Found {
  /** Asks it of a column that says whose a row is. */
  where(personId: PgColumn): SQL;
  /** It names the people it has found. */
  byId: boolean;
}

/** The rows of those people in whose name or address each word of the search is; nothing when there are no words. */
export async function searchPeople(
  db: Queries,
  { request, table }: { request: ListRequest; table: PgTable },
): Promise<Found | undefined> {
  const words = request.conditions.flatMap((condition) =>
    condition.kind === 'search' ? wordsOf(condition.text) : [],
  );
  const found = and(...words.map((word) => sql`${users.searchText} like lower(${`%${escapeLike(word)}%`})`));
  if (!found) return undefined;
  const people = () => new QueryBuilder().select({ id: users.id }).from(users).where(found).$dynamic();
  const some = await db.select().from(
    people()
      .limit(peopleLimit + 1)
      .as('people'),
  );
  if (some.length > peopleLimit) {
    return { where: (id) => (table === users ? found : inArray(id, people())), byId: false };
  }
  const ids = sql.param(some.map(({ id }) => id));
  return { where: (id) => sql`${id} = any(${ids}::uuid[])`, byId: true };
}
