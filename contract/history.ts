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
