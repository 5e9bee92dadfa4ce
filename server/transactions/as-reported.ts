import { eq, sql } from 'drizzle-orm';
import { ownReasons } from '../../contract/console-names';
import { refusals } from '../../contract/refusals';
import type { Transaction } from '../../contract/transaction';
import { z } from '../../contract/zod';
import { type Database, statement, type Tx } from '../db/client';
import { transactions } from '../db/schema/money';
import { personKeys } from '../db/schema/people';
import { aboutEvent } from '../db/sealed-events';
import { Refusal, refuse } from '../errors/refusal';

// What is reported is never changed. The server's role may change the row, and not the event of its creation, whose text
// nobody seals without the secret outside the database.

const creation = { action: 'transaction.created', subjectType: 'transaction' } as const;

/**
 * For the columns of a query on `transactions`: what the events of its creation have sealed, of two at most; null in the list
 * where it was written in the clear, and no list where there is none. In a list, whose order no index has: PostgreSQL
 * would look for the first of all events in that order.
 */
export const reported = sql<(Buffer | null)[] | null>`(
  select (array_agg(made.sealed order by made.id))[1:2] from audit_events made
  where made.subject_type = '${sql.raw(creation.subjectType)}' and made.subject_id = transactions.id::text
    and made.action = '${sql.raw(creation.action)}')`;

/** What is compared, by what it is called. */
const parts = {
  owner: ({ user }) => user._id,
  type: ({ trxType }) => trxType,
  amount: ({ amount }) => amount,
  currency: ({ crypto }) => crypto,
  plan: ({ plan }) => plan,
  'transaction id': ({ transactionId }) => transactionId,
  address: ({ wallet }) => wallet,
} as const satisfies Record<string, (report: Report) => unknown>;

const reportSchema = z.object({
  user: z.object({ _id: z.string() }),
  trxType: z.string(),
  amount: z.number(),
  crypto: z.string(),
  plan: z.string().nullable(),
  transactionId: z.string().nullable(),
  wallet: z.string().nullable(),
});
type Report = z.infer<typeof reportSchema>;

const eventSchema = z.object({ after: reportSchema, reason: z.string().nullable() });

/** What the sealed event of a creation tells; none where it was not sealed for this transaction by the owner's key. */
function openReport(seal: Tx['seal'], salt: Buffer, sealed: Buffer, trxId: string) {
  const text = seal.open(salt, sealed, aboutEvent({ ...creation, subjectId: trxId }));
  return text === undefined ? undefined : eventSchema.safeParse(JSON.parse(text)).data;
}

/** What the event of a creation is opened by, with those events as {@link reported} finds them. */
interface Sealed {
  salt: Buffer | null;
  reported: (Buffer | null)[] | null;
}

/** What was reported, by the one event that tells of it, which the server that took the report has sealed. */
function requireReport(seal: Tx['seal'], salt: Buffer, reported: Sealed['reported'], trxId: string): Report {
  const [sealed, ...others] = reported ?? [];
  if (others.length > 0) throw new Refusal('conflict', refusals.reportedTwice);
  if (sealed === null) throw new Refusal('conflict', refusals.reportUnsealed);
  const event = sealed && openReport(seal, salt, sealed, trxId);
  if (!event) throw new Refusal('conflict', refusals.notReported);
  if (event.reason === ownReasons.sealedLater) throw new Refusal('conflict', refusals.reportUnsealed);
  return event.after;
}

/**
 * Refuses (`conflict`) what is not as it was reported, naming what differs. Of somebody who is erased nothing is left to
 * compare with, and nothing can be changed: what an erasure takes must be gone with the key.
 */
export function requireAsReported(
  seal: Tx['seal'],
  { salt, reported }: Sealed,
  transaction: Transaction,
): void {
  if (salt === null) {
    const { transactionId, imageUrl, wallet } = transaction;
    if (transactionId === null && imageUrl === null && wallet === null) return;
    throw new Refusal('conflict', refusals.notReported);
  }
  const report = requireReport(seal, salt, reported, transaction._id);
  const changed = Object.entries(parts).filter(([, part]) => part(report) !== part(transaction));
  if (changed.length === 0) return;
  throw new Refusal('conflict', refusals.notAsReported(changed.map(([name]) => name).join(', ')));
}

const findReported = statement((db) =>
  db
    .select({ reported, salt: personKeys.salt })
    .from(transactions)
    .leftJoin(personKeys, eq(personKeys.personId, transactions.userId))
    .where(eq(transactions.id, sql.placeholder('id')))
    .prepare('find_reported'),
);

/** The same of a transaction that was read to be shown; throws `not_found` when there is none any more. */
export async function checkReport(
  { db, seal }: Pick<Database, 'db' | 'seal'>,
  transaction: Transaction,
): Promise<void> {
  const [sealed] = await findReported(db).execute({ id: transaction._id });
  if (!sealed) throw refuse.notFound();
  requireAsReported(seal, sealed, transaction);
}
