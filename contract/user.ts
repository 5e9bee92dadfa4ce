import { userTypes } from './enums';
import * as fields from './fields';
import { acceptedDocumentsSchema } from './legal';
import { validation } from './messages';
import { personSchema } from './person';
import { z } from './zod';

/** A person as the API answers it. */
export const userSchema = personSchema.extend({
  phoneNumber: z.string().nullable(),
  country: z.string().nullable(),
  dob: z.string().nullable(),
  type: userTypes,
  createdAt: z.iso.datetime(),
  /** When everything personal was erased; the names and the address stand for what is gone. */
  erasedAt: z.iso.datetime().optional(),
});
export type User = z.infer<typeof userSchema>;

/** POST /api/user/create */
export const registrationSchema = z.strictObject({
  firstName: fields.firstName,
  lastName: fields.lastName,
  email: fields.email,
  phoneNumber: fields.phoneNumber,
  country: fields.country,
  password: fields.password,
  /** What the person has agreed to; without it they are asked when they first come to the dashboard. */
  acceptedDocuments: acceptedDocumentsSchema.optional(),
});
export type Registration = z.infer<typeof registrationSchema>;

/** The register form: the request, the password once more and the terms. */
export const registerFormSchema = registrationSchema
  .omit({ acceptedDocuments: true })
  .extend({
    confirmPassword: fields.password,
    terms: z.boolean().refine((ticked) => ticked, validation.terms),
  })
  .refine((form) => form.password === form.confirmPassword, {
    path: ['confirmPassword'],
    message: validation.passwordsMustMatch,
    when: ({ value }) => fields.bothFilled(value, 'password', 'confirmPassword'),
  });
export type RegisterForm = z.input<typeof registerFormSchema>;

/** PUT /api/user: only the changed fields; the address of a person's mail is read-only. */
export const profileUpdateSchema = z
  .strictObject({
    firstName: fields.text(2, 100),
    lastName: fields.text(2, 100),
    phoneNumber: fields.phoneNumber,
    country: fields.text(4, 100, validation.profileCountry),
    dob: fields.dob.nullable(),
  })
  .partial()
  .refine((update) => Object.keys(update).length > 0, validation.nothingToChange);
export type ProfileUpdate = z.infer<typeof profileUpdateSchema>;

/** The profile form; the e-mail is shown and read-only, an empty date means none. */
export const profileFormSchema = z.object({
  firstName: fields.text(2, 100),
  lastName: fields.text(2, 100),
  email: fields.email,
  phoneNumber: fields.phoneNumber,
  country: fields.text(4, 100, validation.profileCountry),
  dob: fields.dobText,
});
export type ProfileForm = z.input<typeof profileFormSchema>;

/** PUT /api/user/password */
export const passwordChangeSchema = z
  .strictObject({ oldPassword: fields.password, newPassword: fields.password })
  .refine((change) => change.newPassword !== change.oldPassword, {
    path: ['newPassword'],
    message: validation.samePassword,
  });
export type PasswordChange = z.infer<typeof passwordChangeSchema>;

/** The change-password form of the profile. */
export const passwordChangeFormSchema = z
  .object({
    oldPassword: fields.password,
    newPassword: fields.password,
    confirmPassword: fields.password,
  })
  .refine((form) => form.newPassword !== form.oldPassword, {
    path: ['newPassword'],
    message: validation.samePassword,
    when: ({ value }) => fields.bothFilled(value, 'oldPassword', 'newPassword'),
  })
  .refine((form) => form.newPassword === form.confirmPassword, {
    path: ['confirmPassword'],
    message: validation.passwordMismatch,
    when: ({ value }) => fields.bothFilled(value, 'newPassword', 'confirmPassword'),
  });
export type PasswordChangeForm = z.input<typeof passwordChangeFormSchema>;
