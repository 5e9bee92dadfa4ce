import type pg from 'pg';

/** Where to ask. */
interface Source {
  rows<Row extends pg.QueryResultRow>(text: string): Promise<Row[]>;
}

/** Which PostgreSQL cluster it is; where that may not be asked, all are one. */
export async function readCluster(db: Source): Promise<string> {
  try {
    const rows = await db.rows<{ id: string }>(
      'select system_identifier::text as id from pg_control_system()',
    );
    return rows[0]?.id ?? 'unknown';
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === '42501') return 'unknown';
    throw error;
  }
}
