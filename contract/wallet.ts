import { cryptos } from './enums';
import * as fields from './fields';
import { walletDefaults } from './wallet-defaults';
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

/** A platform address as administrators see it, at /api/admin/wallets. */
export const adminWalletSchema = walletSchema.extend({
  enabled: z.boolean(),
  version: z.int(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export type AdminWallet = z.infer<typeof adminWalletSchema>;

/** What an administrator writes of a platform address; the server checks the address's checksum. */
export const walletFields = {
  name: cryptos,
  value: fields.walletAddress,
  /** Investors are shown the enabled ones. */
  enabled: z.boolean().default(walletDefaults.enabled),
};
