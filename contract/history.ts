import { z } from './zod';

/**
 * What the sealed history is made of (docs/ledger.md): ledger entries, reports of transactions and audit events, in the
 * order in which rows of one transaction of the database enter it.
 */
export const historyKinds = ['entry', 'report', 'event'] as const;
export type HistoryKind = (typeof historyKinds)[number];

/** Something that is not as it was sealed. */
export const historyFindingSchema = z.object({
  /** The row that it is about; none when it is about the history itself. */
  kind: z.enum(historyKinds).nullable(),
  id: z.string().nullable(),
  /** Its leaf; none of a row without one. */
  index: z.int().nullable(),
  /** In words. */
  message: z.string(),
});
export type HistoryFinding = z.infer<typeof historyFindingSchema>;

/** A line of a proof: a leaf of the history that is about the person, and the way to the root. */
export const proofLineSchema = z.object({
  index: z.int(),
  /** As it is hashed (docs/ledger.md, "Leaves"). */
  text: z.string(),
  /** The hashes beside the way up, as places in `nodes`. */
  path: z.array(z.int()),
  /** Of a report: its personal texts and what they are hashed with; none once they are erased. */
  texts: z.string().nullable(),
  salt: z.string().nullable(),
});

/** What shows that a person's entries and reports are in the signed history. */
export const historyProofSchema = z.object({
  /** The checkpoint, as it was signed. */
  note: z.string(),
  /** The public key that it is signed with. */
  key: z.string(),
  /** Hashes, in base64. */
  nodes: z.array(z.string()),
  lines: z.array(proofLineSchema),
  /** For each earlier proof of the person: how many leaves there were, and what shows that they are still the first ones. */
  earlier: z.array(z.object({ size: z.int(), path: z.array(z.int()) })),
});
export type HistoryProof = z.infer<typeof historyProofSchema>;

/** How the sealed history stands. */
export const historyStateSchema = z.object({
  /** The newest signed checkpoint; none while nothing is sealed. */
  checkpoint: z
    .object({
      origin: z.string(),
      size: z.int(),
      root: z.string(),
      sealedAt: z.iso.datetime(),
      key: z.string(),
    })
    .nullable(),
  /** Rows that wait to be sealed, and since when the oldest one does. */
  waiting: z.int(),
  waitingSince: z.iso.datetime().nullable(),
  /** The check of the leaves. */
  check: z.object({
    running: z.boolean(),
    /** How far the one that runs is, and how many leaves there are. */
    done: z.int(),
    total: z.int(),
    /** When the last one that ended began, and up to which leaf; none before the first. It read what came since the one before. */
    checkedAt: z.iso.datetime().nullable(),
    size: z.int().nullable(),
    /** The same of the last one that read all leaves. */
    wholeAt: z.iso.datetime().nullable(),
    wholeSize: z.int().nullable(),
    /** What was not as it was sealed. */
    finding: historyFindingSchema.nullable(),
    /** Why it could not be finished, in words. */
    problem: z.string().nullable(),
  }),
});
export type HistoryState = z.infer<typeof historyStateSchema>;
