import { enumValues } from '../../contract/enum-values';
import { cryptos, trxStatuses, trxTypes } from '../../contract/enums';
import { recordOf } from '../../contract/record-of';
import { z } from '../../contract/zod';

/* What the base calls must answer (docs/rules.md, "Other hosts"); a host may say more, and leave out the rest. */

/** Dollars, as number or text. */
const figure = z.union(
  [z.number(), z.string().regex(/^-?\d+(\.\d+)?$/, 'must be a number, or a text of one')],
  {
    error: 'must be a number, or a text of one',
  },
);

const person = z.object({ firstName: z.string(), lastName: z.string(), email: z.string() });

export const user = person.extend({
  type: z.string(),
  phoneNumber: z.string().nullish(),
  country: z.string().nullish(),
});
export const users = z.array(user.extend({ _id: z.string() }));

const ownFigures = ['balance', 'profit', 'walletBalance', 'bitcoin', 'litecoin', 'usdt', 'ethereum'] as const;
export const account = z.object(recordOf(ownFigures, () => figure));
export const accounts = z.array(account.extend({ user: person.extend({ _id: z.string() }) }));

const ownTransaction = z.object({
  _id: z.string(),
  trxType: trxTypes,
  amount: z.number(),
  crypto: cryptos,
  plan: z.enum(enumValues.planValues).nullish(),
  wallet: z.string().nullish(),
  transactionId: z.string().nullish(),
  imageUrl: z.string().nullish(),
  status: trxStatuses,
});
export const ownTransactions = z.array(ownTransaction);
export const transactions = z.array(ownTransaction.extend({ user: person }));
export const changedStatus = z.object({ _id: z.string(), status: trxStatuses });

export const wallets = z.array(z.object({ name: cryptos, value: z.string().min(1) }));

/** Whatever says that it worked. */
export const anything = z.union([
  z.literal(true),
  z.string(),
  z.record(z.string(), z.unknown()),
  z.array(z.unknown()),
]);

const payload = z.object({ user: z.object({ type: z.string().min(1) }) });

/** A token that the pages can read: its second part names the type of the person. */
export const token = z
  .string()
  .refine((text) => typeOf(text) !== undefined, 'must be a token whose payload is {"user":{"type":...}}');

/** The type that a token names; undefined when it cannot be read. */
export function typeOf(text: string): string | undefined {
  try {
    const part = Buffer.from(text.split('.')[1] ?? '', 'base64url').toString();
    return payload.parse(JSON.parse(part)).user.type;
  } catch {
    return undefined;
  }
}
