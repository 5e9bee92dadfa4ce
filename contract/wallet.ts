import { cryptos } from './enums';
import * as fields from './fields';
import { z } from './zod';

/** A platform address to pay into: one per currency. */
export const walletSchema = z.object({
  _id: fields.id,
  /** The currency's wire value. */
  name: cryptos,
  /** The address. */
  value: z.string(),
  /** A sample address of demo mode; nobody can be paid through it. */
  demo: z.boolean(),
});
export type Wallet = z.infer<typeof walletSchema>;
