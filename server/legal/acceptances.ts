import { desc, eq, sql } from 'drizzle-orm';
import type { AcceptedDocuments, Agreements, LegalDocument } from '../../contract/legal';
import { refusals } from '../../contract/refusals';
import type { Queries, Tx } from '../db/client';
import { legalAcceptances } from '../db/schema/people';
import { refuse } from '../errors/refusal';
import type { Actor } from '../request';
import { recordAudit } from '../writes/audit';

/** The documents that were named, with the versions. */
function named(accepted: AcceptedDocuments): [document: string, version: string][] {
  return Object.entries(accepted).flatMap(([document, version]) =>
    version === undefined ? [] : [[document, version]],
  );
}

/**
 * Refuses an agreement to anything but what is in force: who read an older text has not agreed to this one. `within` is
 * the field that holds the agreement, if one does. Throws `validation` naming the document.
 */
export function requireInForce(
  documents: readonly LegalDocument[],
  accepted: AcceptedDocuments | undefined,
  within?: string,
): void {
  for (const [name, version] of named(accepted ?? {})) {
    const field = within === undefined ? name : `${within}.${name}`;
    const current = documents.find(({ document }) => document === name);
    if (!current) throw refuse.invalid(refusals.documentUnknown, field);
    if (current.version !== version) {
      throw refuse.invalid(refusals.documentVersion(current.title, current.version), field);
    }
  }
}

/**
 * Keeps what a person has agreed to. `at` is when they did, if not now. Agreeing again to the same version keeps the
 * first time, and is no event.
 */
export async function acceptDocuments(
  tx: Tx,
  actor: Actor & { userId: string },
  accepted: AcceptedDocuments | null,
  at?: Date,
): Promise<void> {
  const rows = named(accepted ?? {}).map(([document, version]) => ({
    userId: actor.userId,
    document,
    version,
    acceptedAt: at ?? sql`now()`,
  }));
  if (rows.length === 0) return;
  const added = await tx.db
    .insert(legalAcceptances)
    .values(rows)
    .onConflictDoNothing()
    .returning({ document: legalAcceptances.document, version: legalAcceptances.version });
  if (added.length === 0) return;
  recordAudit(tx, actor, {
    action: 'user.documents_accepted',
    subjectType: 'user',
    subjectId: actor.userId,
    after: Object.fromEntries(added.map(({ document, version }) => [document, version])),
  });
}

/** What a person has agreed to, the newest first, and what of the documents in force they have not. */
export async function readAgreements(
  db: Queries,
  documents: readonly LegalDocument[],
  userId: string,
): Promise<Agreements> {
  const rows = await db
    .select()
    .from(legalAcceptances)
    .where(eq(legalAcceptances.userId, userId))
    .orderBy(desc(legalAcceptances.acceptedAt), legalAcceptances.document);
  return {
    accepted: rows.map(({ document, version, acceptedAt }) => ({
      document,
      version,
      acceptedAt: acceptedAt.toISOString(),
    })),
    open: documents.filter(
      ({ document, version }) => !rows.some((row) => row.document === document && row.version === version),
    ),
  };
}
