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

/** Text or a number, of which addresses make a text. */
const id = z
  .union([z.string().min(1), z.number()], { error: 'must be a text or a number' })
  .transform(String);

const person = z.object({ firstName: z.string(), lastName: z.string(), email: z.string() });

export const user = person.extend({
  type: z.string().nullish(),
  phoneNumber: z.string().nullish(),
  country: z.string().nullish(),
});
export type User = z.infer<typeof user>;
const listedUser = user.extend({ _id: id });
export type ListedUser = z.infer<typeof listedUser>;
export const users = z.array(listedUser);

export const ownFigures = [
  'balance',
  'profit',
  'walletBalance',
  'bitcoin',
  'litecoin',
  'usdt',
  'ethereum',
] as const;
export const account = z.object(recordOf(ownFigures, () => figure));
export type Figures = z.infer<typeof account>;

/** Whether two figures that both are given are not of the same dollars. */
export function differ(one: number | string | null | undefined, other: typeof one): boolean {
  const given = [one, other].every((each) => each !== undefined && each !== null);
  return given && Number(one) !== Number(other);
}

const listedAccount = account.extend({
  // The console has no column of it.
  litecoin: figure.nullish(),
  user: person.extend({ _id: id }),
});
export type ListedAccount = z.infer<typeof listedAccount>;
export const accounts = z.array(listedAccount);

const ownTransaction = z.object({
  _id: id,
  trxType: trxTypes,
  amount: figure,
  crypto: cryptos,
  plan: z.enum(enumValues.planValues).nullish(),
  wallet: z.string().nullish(),
  transactionId: z.string().nullish(),
  imageUrl: z.string().nullish(),
  status: trxStatuses,
  user: z.object({ email: z.string().nullish() }).nullish(),
});
export type OwnTransaction = z.infer<typeof ownTransaction>;
export const ownTransactions = z.array(ownTransaction);
const listedTransaction = ownTransaction.extend({ user: person });
export type ListedTransaction = z.infer<typeof listedTransaction>;
export const transactions = z.array(listedTransaction);
export const changedStatus = z.object({ _id: id, status: trxStatuses });

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
