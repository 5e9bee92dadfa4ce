import { accountFields } from './account';
import { actors, entryKinds, trxStatuses } from './enums';
import * as fields from './fields';
import { z } from './zod';

/**
 * What one entry of the ledger did to one figure of an account. The amounts of a figure's entries sum to the figure,
 * to the cent; an entry that leaves a figure as it was is not among them.
 */
export const figureEntrySchema = z.object({
  /** Unique among the entries of all figures; an order by it means nothing. */
  _id: z.string(),
  field: accountFields,
  createdAt: z.iso.datetime(),
  kind: entryKinds,
  /** Dollars, of either sign. */
  amount: z.number(),
  /** Dollars: the figure after this entry. The newest entry's is the figure itself. */
  figureAfter: z.number(),
  /** Who brought it about. An adjustment is always the operator's. */
  postedBy: actors,
  reason: z.string().nullable(),
  /** The `_id` of the transaction it is about; none for an adjustment. */
  trxId: fields.id.nullable(),
});
export type FigureEntry = z.infer<typeof figureEntrySchema>;

/** One step of a transaction's life, the oldest first; the first one has no status before. */
export const statusStepSchema = z.object({
  at: z.iso.datetime(),
  from: trxStatuses.nullable(),
  to: trxStatuses,
  by: actors,
  reason: z.string().nullable(),
});
export type StatusStep = z.infer<typeof statusStepSchema>;
