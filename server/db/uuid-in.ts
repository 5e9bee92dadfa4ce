import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';

/** The id in a column of texts; null where another text is, which would fail the whole query. */
export const uuidIn = (column: SQLWrapper): SQL<string | null> =>
  sql`case when ${column} ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then ${column}::uuid end`;
