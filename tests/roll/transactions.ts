import { openDatabase } from '../../server/db/client';
import { seedBig } from '../bench/big/seed';
import type { PostgresConnection } from '../support/test-database';

/** Fills the tables of a database with so many transactions, and with a tenth as many people. */
export async function addTransactions(superuser: PostgresConnection, rows: number): Promise<void> {
  if (rows === 0) return;
  const { pool, close } = openDatabase(superuser, () => {}, 2);
  try {
    await seedBig(pool, { users: Math.ceil(rows / 10), transactions: rows });
  } finally {
    await close();
  }
}
