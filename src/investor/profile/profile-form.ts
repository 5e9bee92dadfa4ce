import type { z } from 'zod';
import { changedFields } from '../../../contract/changed-fields';
import { type ProfileForm, type ProfileUpdate, profileFormSchema, type User } from '../../../contract/user';

/** What the profile form starts with. A host may send a birth date with a time behind it; the day is what counts. */
export function profileFormOf(user: User): ProfileForm {
  return {
    firstName: user.firstName,
    lastName: user.lastName,
    email: user.email,
    phoneNumber: user.phoneNumber ?? '',
    country: user.country ?? '',
    dob: user.dob?.slice(0, 10) ?? '',
  };
}

/** Fields that were changed, as they are checked: those that a host has left empty are not sent, so they stop nothing. */
export const changedProfileSchema = profileFormSchema.partial();

/** The fields of a valid form that differ from what it started with; what was emptied is taken away. */
export function updateOf(start: ProfileForm, form: z.output<typeof changedProfileSchema>): ProfileUpdate {
  const { email: _, ...changed } = changedFields(start, form);
  // Valid, so a field is empty only where the request takes null.
  return Object.fromEntries(Object.entries(changed).map(([name, value]) => [name, value || null]));
}
