import { createHash, randomBytes } from 'node:crypto';
import { erasedText } from '../../contract/console-names';
import { z } from '../../contract/zod';
import type { PersonalSeal } from '../personal-seal';
import type { auditEvents } from './schema/writes';

/** What the event of an audit log tells. */
interface Told {
  before: unknown;
  after: unknown;
  reason: string | null;
}

type Stored = Told & Pick<typeof auditEvents.$inferSelect, 'personId' | 'sealed' | 'commitment'>;
type Named = Pick<typeof auditEvents.$inferSelect, 'action' | 'subjectType' | 'subjectId'>;

/** What says nothing about a person, and what the books are checked by (server/books/invariants.ts). */
const clearFields: readonly string[] = ['status', 'version', 'frozen'];

/** Random bytes that nobody guesses: a commitment to few possible texts does not tell which it is. */
const saltLength = 16;

const toldSchema = z.object({ before: z.unknown(), after: z.unknown(), reason: z.string().nullable() });

/** What an event is bound to. */
export const aboutEvent = ({ action, subjectType, subjectId }: Named) =>
  `audit_events|${action}|${subjectType}|${subjectId}`;

function clearPart(of: unknown): object | null {
  if (typeof of !== 'object' || of === null) return null;
  const kept = Object.entries(of).filter(([field]) => clearFields.includes(field));
  // An event that made something stays one.
  return Object.fromEntries(kept);
}

/**
 * An event that tells about a person as it is stored: the whole sealed, and in the clear what belongs to the books and, with
 * `state`, what else the row that changed is checked by.
 */
export function sealEvent(
  seal: PersonalSeal,
  person: { id: string; salt: Buffer },
  event: Named & Told & { state?: object | undefined },
): Stored {
  const { before, after, reason } = event;
  const text = JSON.stringify({
    salt: randomBytes(saltLength).toString('base64url'),
    before: before ?? null,
    after: after ?? null,
    reason,
  });
  return {
    before: clearPart(before),
    after: event.state ? { ...clearPart(after), ...event.state } : clearPart(after),
    reason: null,
    personId: person.id,
    sealed: seal.seal(person.salt, text, aboutEvent(event)),
    commitment: commitmentOf(text),
  };
}

const commitmentOf = (text: string) => createHash('sha256').update(text).digest();

/** What an event tells; of one whose person is erased, what belongs to the books. */
export function openEvent(seal: PersonalSeal, salt: Buffer | null, event: Named & Stored): Told {
  const { before, after, reason, sealed, commitment } = event;
  if (sealed === null) return { before, after, reason };
  const text = seal.open(salt, sealed, aboutEvent(event));
  if (text === undefined || commitment === null || !commitmentOf(text).equals(commitment)) {
    return { before, after, reason: erasedText };
  }
  return toldSchema.parse(JSON.parse(text));
}

const aboutEntry = (userId: string) => `ledger_entries|${userId}`;

/** The reason of an entry on a person's account, as it is stored. */
export function sealReason(seal: PersonalSeal, person: { id: string; salt: Buffer }, reason: string): Buffer {
  return seal.seal(person.salt, reason, aboutEntry(person.id));
}

/** The reason of an entry; what stands for it when the person is erased. */
export function openReason(
  seal: PersonalSeal,
  person: { id: string; salt: Buffer | null },
  entry: { reason: string | null; sealedReason: Buffer | null },
): string | null {
  if (entry.sealedReason === null) return entry.reason;
  return seal.open(person.salt, entry.sealedReason, aboutEntry(person.id)) ?? erasedText;
}
