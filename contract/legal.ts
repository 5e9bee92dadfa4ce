import { legalDocuments } from './enums';
import { sharedRefusals } from './messages';
import { z } from './zod';

/*
 * Legal documents: pages that the operator fills in (src/landing/legal/documents.ts). People agree to a version of
 * each; a new version asks them again.
 */

/** A date or a name of the operator's. */
export const legalVersion = /^\w[\w.\- ]{0,49}$/;
const version = z.string().regex(legalVersion);

/** A document as it is in force. */
export const legalDocumentSchema = z.object({
  document: legalDocuments,
  title: z.string(),
  version,
  /** The address of its page. */
  path: z.string().startsWith('/'),
  /** What is new in this version, for those who agreed to an earlier one. */
  changes: z.string().optional(),
});
export type LegalDocument = z.infer<typeof legalDocumentSchema>;

/** The documents somebody agrees to, each with the version they have read. */
export const acceptedDocumentsSchema = z.strictObject({
  terms: version.optional(),
  privacy: version.optional(),
  risk: version.optional(),
} satisfies Record<z.infer<typeof legalDocuments>, z.ZodOptional<typeof version>>);
export type AcceptedDocuments = z.infer<typeof acceptedDocumentsSchema>;

/** POST /api/user/documents */
export const agreementSchema = acceptedDocumentsSchema.refine(
  (accepted) => Object.values(accepted).some((named) => named !== undefined),
  sharedRefusals.nothingToAccept,
);

/** What a person has agreed to, the newest first, and what they have not. */
export const agreementsSchema = z.object({
  accepted: z.array(z.object({ document: z.string(), version: z.string(), acceptedAt: z.iso.datetime() })),
  /** In force, and not agreed to in this version. */
  open: z.array(legalDocumentSchema),
});
export type Agreements = z.infer<typeof agreementsSchema>;
