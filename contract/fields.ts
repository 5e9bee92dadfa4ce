import { readAmount, seenAmount } from './amount';
import { cleanLine, cleanLines, isReadable, isWhole, plainDigits } from './clean-text';
import { limits } from './limits';
import { validation } from './messages';
import { namesSeveral, paymentHash } from './payment-hash';
import { z } from './zod';

// PostgreSQL refuses NUL in text, and no name or address has a use for the other control characters, nor for the ends of
// lines and paragraphs that are none.
// biome-ignore lint/suspicious/noControlCharactersInRegex: finding control characters is the point.
const controlCharacters = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;
/** Those that a text of several lines has no use for either. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: finding control characters is the point.
const controlsBesideLines = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/;

/**
 * One-line text of a bounded length, without what nobody sees (contract/clean-text.ts); `message` is said when what is
 * left is too short. One that is too long is not looked into further, which may take the square of its length.
 */
export function text(min: number, max: number, message?: string) {
  return z
    .string()
    .overwrite(cleanLine)
    .min(min, message)
    .max(max, { abort: true })
    .refine((value) => !controlCharacters.test(value), validation.controlCharacters)
    .refine(isWhole, validation.brokenText)
    .refine(isReadable, validation.tooManyAccents);
}

/** Text of one line or several, up to so long, without what nobody sees; maybe none. */
export function longText(max: number) {
  return linesOf(z.string().max(max, { abort: true }));
}

/** The same of any length. */
export const anyText = () => linesOf(z.string());

function linesOf(type: z.ZodString) {
  return type
    .overwrite(cleanLines)
    .refine((value) => !controlsBesideLines.test(value), validation.controlCharacters)
    .refine(isWhole, validation.brokenText)
    .refine(isReadable, validation.tooManyAccents);
}

/** An id, in small letters whoever sends it: the audit log finds by it as text, and an id in two spellings would be two things. */
export const id = z.uuid().toLowerCase();
export const email = z.string().trim().toLowerCase().max(254).pipe(z.email(validation.email));
export const firstName = text(2, 100, validation.firstNameShort);
export const lastName = text(2, 100, validation.lastNameShort);
export const phoneNumber = text(8, 32, validation.phoneNumber);
export const country = text(4, 100, validation.country);
export const dob = z
  .string(validation.dob)
  .overwrite(cleanLine)
  .pipe(z.iso.date(validation.dob))
  .refine((value) => value >= '1900-01-01' && value <= new Date().toISOString().slice(0, 10), {
    error: validation.dob,
    // What is no day is said once.
    when: ({ issues }) => issues.length === 0,
  });
/** What a person types as one: maybe none. */
export const dobText = z
  .string()
  .overwrite(cleanLine)
  .pipe(z.union([z.literal(''), dob]));
/** Halves of characters are all hashed as the same sign: passwords that differ in them would be one. */
export const anyPassword = z.string().max(limits.passwordMax).refine(isWhole, validation.brokenText);
export const password = anyPassword.min(6, validation.password);
/** A new password after a reset has a longer minimum than the others (docs/rules.md, "Passwords"). */
export const resetPassword = anyPassword.min(8, validation.newPasswordShort);
/** In digits of any script, as they are pasted. */
export const otp = z
  .string()
  .overwrite(plainDigits)
  .regex(/^\d{6}$/, validation.otp);
export const transactionId = text(3, 200, validation.required)
  .refine((value) => !namesSeveral(value), validation.severalPayments)
  .overwrite(paymentHash);
export const walletAddress = text(8, 200, validation.address);
/** What a person calls an address. */
export const addressLabel = text(1, 60, validation.required);
export const imageUrl = text(0, 2_000);

/** Whether dollars have at most two decimals. Not `multipleOf`: its tolerance takes 1e-20 for a multiple of a cent. */
export const isInCents = (value: number) => Math.round(value * 100) / 100 === value;

/** Dollars with at most two decimals, of either sign, within the bounds of the ledger. */
export const dollars = z
  .number()
  .min(-limits.maxAmount, validation.amountLarge)
  .max(limits.maxAmount, validation.amountLarge)
  .refine(isInCents, validation.amountInvalid);

/** An amount of a deposit or withdrawal in dollars. */
export const amount = dollars.positive(validation.amountSmall);

/**
 * What a person types as an amount: at least three characters (docs/rules.md, "Validation"), a number above zero. Its
 * output is the amount without signs and separators, '1000.50'.
 */
export const amountText = z.string().transform((typed, context) => {
  const read = readAmount(typed);
  // Characters are counted first: '9' is too small, and so is nothing at all.
  const tooShort = ('text' in read ? read.text : seenAmount(typed)).length < 3;
  const refuse = (message: string) => {
    context.issues.push({ code: 'custom', message, input: typed });
    return z.NEVER;
  };
  if (tooShort) return refuse(validation.amountSmall);
  if ('problem' in read) return refuse(read.problem);
  return read.dollars > 0 ? read.text : refuse(validation.amountSmall);
});

/**
 * Whether two fields that are compared hold text. Comparing as soon as both do, and not only once the whole
 * form is valid, shows a mismatch while the person is still at that field.
 */
export function bothFilled(form: unknown, first: string, second: string): boolean {
  if (typeof form !== 'object' || form === null) return false;
  const values = form as Record<string, unknown>;
  return Boolean(values[first]) && Boolean(values[second]);
}
