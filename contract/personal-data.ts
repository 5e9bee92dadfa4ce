import * as fields from './fields';
import { z } from './zod';

/** One kind of what is stored about a person: the rows, with the names of their fields as they are stored. */
export const personalSectionSchema = z.object({
  /** The table. */
  name: z.string(),
  title: z.string(),
  rows: z.array(z.record(z.string(), z.unknown())),
  /** Fields that are stored and not given out, as they are secrets: hashes, keys, codes. */
  withheld: z.array(z.string()),
});
export type PersonalSection = z.infer<typeof personalSectionSchema>;

/** All that is stored about a person (docs/rules.md, "Personal data"). */
export const personalDataSchema = z.object({
  generatedAt: z.iso.datetime(),
  person: z.object({ _id: fields.id, email: z.string() }),
  sections: z.array(personalSectionSchema),
});
export type PersonalData = z.infer<typeof personalDataSchema>;

/** Whether the personal data of somebody can be erased, and if not, why and until when. */
export const erasureSchema = z.object({
  _id: fields.id,
  /** From then on it is allowed: when the retention ends, after the last deposit, withdrawal or entry; null without any. */
  allowedFrom: z.iso.datetime().nullable(),
  /** What stands in the way now, in words; nothing when it is allowed. */
  obstacles: z.array(z.string()),
  erasedAt: z.iso.datetime().nullable(),
});
export type Erasure = z.infer<typeof erasureSchema>;

/** POST /api/user/{userId}/erasure: the address of the person's mail, so that nobody erases another one by mistake. */
export const erasureRequestSchema = z.strictObject({ email: fields.email });
export type ErasureRequest = z.infer<typeof erasureRequestSchema>;
