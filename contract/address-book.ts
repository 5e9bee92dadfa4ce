import { cryptos } from './enums';
import * as fields from './fields';
import { validation } from './messages';
import { z } from './zod';

/** An address that an investor keeps for withdrawals (docs/rules.md, "Address book"). */
export const keptAddressSchema = z.object({
  _id: fields.id,
  label: z.string(),
  crypto: cryptos,
  address: z.string(),
  createdAt: z.iso.datetime(),
  /** Withdrawals to it wait at least until then; not there when they need not. */
  notBefore: z.iso.datetime().optional(),
});
export type KeptAddress = z.infer<typeof keptAddressSchema>;

/** POST /api/account/addresses. The server checks the address's checksum. */
export const addressRequestSchema = z.strictObject({
  label: fields.addressLabel,
  crypto: cryptos,
  address: fields.walletAddress,
});
export type AddressRequest = z.infer<typeof addressRequestSchema>;

/** The form for one. */
export const addressFormSchema = addressRequestSchema.extend({
  crypto: z.string().min(1, validation.required).pipe(cryptos),
});
export type AddressForm = z.input<typeof addressFormSchema>;
