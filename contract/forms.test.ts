import { describe, expect, test } from 'vitest';
import { accountEditFormSchema, accountEditSchema } from './account';
import { loginSchema, otpFormSchema, passwordResetFormSchema, resetEmailFormSchema } from './auth';
import { recordOf } from './record-of';
import { depositFormSchema, depositPlanFormSchema, withdrawFormSchema } from './transaction';
import {
  passwordChangeFormSchema,
  passwordChangeSchema,
  profileFormSchema,
  profileUpdateSchema,
  registerFormSchema,
} from './user';
import type { z } from './zod';

/*
 * The rules of the forms (docs/rules.md, "Validation"), each with the message it is refused with. The texts stand here
 * a second time on purpose: a change of one must be noticed.
 */

/** What a form says, field by field. */
function messages(schema: z.ZodType, form: unknown): [field: string, message: string][] {
  const parsed = schema.safeParse(form);
  return (parsed.error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]);
}

/** A form as it is filled in, and one wrong value at a time: what is said beneath which field. */
type Case = [field: string, value: unknown, message: string, beneath?: string];
function wrongOneByOne(schema: z.ZodType, filled: Record<string, unknown>, cases: Case[]): void {
  test('filled in as it should be is taken', () => {
    expect(messages(schema, filled)).toEqual([]);
  });
  test.each(cases)('%s %j: %s', (field, value, message, beneath = field) => {
    expect(messages(schema, { ...filled, [field]: value })).toContainEqual([beneath, message]);
  });
}

describe('the register form', () => {
  const filled = {
    firstName: 'Al',
    lastName: 'Ng',
    email: 'al@example.com',
    phoneNumber: '12345678',
    country: 'Peru',
    password: 'secret',
    confirmPassword: 'secret',
    terms: true,
  };
  wrongOneByOne(registerFormSchema, filled, [
    ['firstName', 'A', 'first name is too short'],
    ['firstName', '   A   ', 'first name is too short'],
    ['lastName', 'N', 'last name is too short'],
    ['email', 'al@', 'Invalid email'],
    ['email', '', 'Invalid email'],
    ['phoneNumber', '1234567', 'invalid phone number'],
    ['country', 'Per', 'invalid country'],
    ['password', 'short', 'password length should be longer than 6'],
    ['confirmPassword', 'short', 'password length should be longer than 6'],
    ['confirmPassword', 'another', 'The passwords must match'],
    ['password', 'another', 'The passwords must match', 'confirmPassword'],
    ['terms', false, 'You must agree to the terms and conditions'],
    ['firstName', 'A\u0000l', 'text must not contain control characters'],
  ]);

  test('says that passwords differ while other fields are still empty', () => {
    expect(messages(registerFormSchema, { password: 'secret', confirmPassword: 'another' })).toContainEqual([
      'confirmPassword',
      'The passwords must match',
    ]);
  });
});

describe('the login form', () => {
  wrongOneByOne(loginSchema, { email: 'al@example.com', password: 'secret' }, [
    ['email', 'al', 'Invalid email'],
    ['password', 'short', 'String must contain at least 6 character(s)'],
    ['password', undefined, 'Required'],
    ['password', 7, 'Expected string received number'],
  ]);

  test('takes an address however it is written', () => {
    expect(loginSchema.parse({ email: ' Al@Example.COM ', password: 'secret' }).email).toBe('al@example.com');
  });
});

describe('the code', () => {
  wrongOneByOne(otpFormSchema, { otp: '012345' }, [
    ['otp', '12345', 'invalid otp'],
    ['otp', '1234567', 'invalid otp'],
    ['otp', '12345a', 'invalid otp'],
    ['otp', '123 45', 'invalid otp'],
    ['otp', '', 'invalid otp'],
  ]);
});

describe('the address for a reset', () => {
  wrongOneByOne(resetEmailFormSchema, { email: 'al@example.com' }, [['email', 'nobody', 'Invalid email']]);
});

describe('the new password after a reset', () => {
  wrongOneByOne(passwordResetFormSchema, { password: 'eight888', confirmPassword: 'eight888' }, [
    ['password', 'seven77', 'password length should be a 8 or more'],
    ['confirmPassword', 'seven77', 'password length should be a 8 or more'],
    ['confirmPassword', 'another 8', "Passwords don't match"],
  ]);
});

describe('the profile form', () => {
  // What is optional is left empty.
  const filled = {
    ...recordOf(profileFormSchema.keyof().options, () => ''),
    firstName: 'Al',
    lastName: 'Ng',
    email: 'al@example.com',
    phoneNumber: '12345678',
    country: 'Peru',
  };
  wrongOneByOne(profileFormSchema, filled, [
    ['firstName', 'A', 'String must contain at least 2 character(s)'],
    ['lastName', 'N', 'String must contain at least 2 character(s)'],
    ['email', 'al', 'Invalid email'],
    ['phoneNumber', '1234567', 'invalid phone number'],
    ['country', 'Per', 'invalid phone number'],
    ['dob', '1990-02-30', 'invalid date'],
    ['dob', '2999-01-01', 'invalid date'],
    ['dob', '1899-12-31', 'invalid date'],
  ]);

  test('takes a date of birth', () => {
    expect(messages(profileFormSchema, { ...filled, dob: '1990-01-31' })).toEqual([]);
  });

  test.each([
    [' 1990-01-31\t', '1990-01-31'],
    ['\u200b1990-01-31', '1990-01-31'],
    ['  ', ''],
  ])('takes a date of birth as it is pasted: %j', (dob, taken) => {
    expect(profileFormSchema.parse({ ...filled, dob }).dob).toBe(taken);
    if (taken) expect(profileUpdateSchema.parse({ dob })).toEqual({ dob: taken });
  });
});

describe('the change-password form', () => {
  const filled = { oldPassword: 'secret', newPassword: 'another', confirmPassword: 'another' };
  wrongOneByOne(passwordChangeFormSchema, filled, [
    ['oldPassword', 'short', 'password length should be longer than 6'],
    ['newPassword', 'short', 'password length should be longer than 6'],
    ['confirmPassword', 'short', 'password length should be longer than 6'],
    ['oldPassword', 'another', "old password and new password can't be the same", 'newPassword'],
    ['confirmPassword', 'different', 'password does not match'],
  ]);

  test('and its request both refuse the old password as the new one', () => {
    expect(messages(passwordChangeSchema, { oldPassword: 'secret', newPassword: 'secret' })).toEqual([
      ['newPassword', "old password and new password can't be the same"],
    ]);
  });
});

describe('the deposit form', () => {
  const filled = { plan: 'basic', crypto: 'usdt-erc-20', amount: '150', transactionId: 'abc' };
  wrongOneByOne(depositFormSchema, filled, [
    ['amount', '99', 'amount is too small'],
    ['amount', '', 'amount is too small'],
    ['amount', '000', 'amount is too small'],
    ['amount', '1.005', 'amount must be a number with at most two decimals'],
    ['amount', '1e9', 'amount must be a number with at most two decimals'],
    ['amount', '-150', 'amount is too small'],
    ['amount', '-0.01', 'amount is too small'],
    ['amount', '-$1,000.50', 'amount is too small'],
    ['amount', 'NaN', 'amount must be a number with at most two decimals'],
    ['amount', '1000000000.01', 'amount is too large'],
    ['plan', '', 'required'],
    ['crypto', '', 'required'],
    ['transactionId', 'ab', 'required'],
    ['transactionId', '', 'required'],
  ]);

  test('asks on its first tab for nothing of the second', () => {
    const { transactionId: _, ...first } = filled;
    expect(messages(depositPlanFormSchema, first)).toEqual([]);
  });

  test.each(['litecoin', 'bnb'])('offers no %s', (crypto) => {
    expect(depositFormSchema.safeParse({ ...filled, crypto }).success).toBe(false);
  });
});

describe('the withdraw form', () => {
  wrongOneByOne(withdrawFormSchema, { amount: '150.25', crypto: 'bitcoin', wallet: '12345678' }, [
    ['amount', '15', 'amount is too small'],
    ['wallet', '1234567', 'invalid address'],
    ['wallet', '', 'invalid address'],
    ['crypto', '', 'required'],
  ]);
});

describe('the account edit form', () => {
  const fields = [
    'balance',
    'walletBalance',
    'profit',
    'investment',
    'bitcoin',
    'litecoin',
    'usdt',
    'ethereum',
    'bnb',
  ];

  test('takes each of its fields, a cleared one as not changed', () => {
    for (const field of fields) {
      for (const value of ['', '0', '-5.25', '1000000000']) {
        expect(messages(accountEditFormSchema, { [field]: value }), `${field} ${value}`).toEqual([]);
      }
    }
  });

  wrongOneByOne(accountEditFormSchema, {}, [
    ['balance', 'much', 'amount must be a number with at most two decimals'],
    ['profit', '1.005', 'amount must be a number with at most two decimals'],
    ['bnb', 'Infinity', 'amount must be a number with at most two decimals'],
  ]);

  test('sends only what changed, as numbers; its request takes no blank, no null, no other field', () => {
    expect(messages(accountEditSchema, { balance: -5.25, bnb: 0 })).toEqual([]);
    expect(messages(accountEditSchema, {})).toEqual([['', 'Nothing to change: send at least one field']]);
    expect(messages(accountEditSchema, { balance: '' })).toEqual([
      ['balance', 'Expected number received string'],
    ]);
    expect(messages(accountEditSchema, { balance: null })).toEqual([
      ['balance', 'Expected number received null'],
    ]);
    expect(messages(accountEditSchema, { held: 1 })).toContainEqual(['', 'Unknown field: held']);
    expect(messages(accountEditSchema, { balance: 1_000_000_000.01 })).toContainEqual([
      'balance',
      'amount is too large',
    ]);
  });
});
