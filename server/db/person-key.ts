import { eq, sql } from 'drizzle-orm';
import { refusals } from '../../contract/refusals';
import { Refusal } from '../errors/refusal';
import { type Queries, statement } from './client';
import { transactions } from './schema/money';
import { personKeys } from './schema/people';

/** A person, and what the key of what tells about them is made of; none once they are erased. */
export interface PersonKey {
  id: string;
  salt: Buffer | null;
}

/** For the columns of a query on `accounts`: the salt of its owner. In words: drizzle leaves out the table of a column there. */
export const ownersSalt = sql<Buffer | null>`(select known.salt from person_keys known where known.person_id = accounts.user_id)`;

const findKey = statement((db) =>
  db
    .select({ salt: personKeys.salt })
    .from(personKeys)
    .where(eq(personKeys.personId, sql.placeholder('id')))
    .prepare('find_person_key'),
);

const findOwnerKey = statement((db) =>
  db
    .select({ id: transactions.userId, salt: personKeys.salt })
    .from(transactions)
    .leftJoin(personKeys, eq(personKeys.personId, transactions.userId))
    .where(eq(transactions.id, sql.placeholder('trxId')))
    .prepare('find_owner_key'),
);

/** The key of a person. */
export async function readPersonKey(db: Queries, id: string): Promise<PersonKey> {
  const [found] = await findKey(db).execute({ id });
  return { id, salt: found?.salt ?? null };
}

/** The key of whoever has a transaction. */
export async function readOwnerKey(db: Queries, trxId: string): Promise<PersonKey> {
  const [found] = await findOwnerKey(db).execute({ trxId });
  if (!found) throw new Error(`There is no transaction ${trxId}`);
  return found;
}

/** What the key is made of. Throws `conflict` for a person who is erased: nothing is written about them any more. */
export function requireSalt({ salt }: PersonKey): Buffer {
  if (salt === null) throw new Refusal('conflict', refusals.personErased);
  return salt;
}
