import { invitedTypes, userStandings } from './enums';
import * as fields from './fields';
import { validation } from './messages';
import { personSchema } from './person';
import { userSchema } from './user';
import { z } from './zod';

/** A person as administrators and auditors see one. */
export const personRecordSchema = userSchema.extend({
  standing: userStandings,
  /** Counts the changes of the standing; what `If-Match` names. */
  version: z.int(),
  /** Whether there is a second factor to sign in with; said where one person is read. */
  secondFactor: z.boolean().optional(),
});
export type PersonRecord = z.infer<typeof personRecordSchema>;

/** POST /api/admin/invitations */
export const inviteSchema = z.strictObject({ email: fields.email, type: invitedTypes });
export type Invite = z.infer<typeof inviteSchema>;

/** An invitation that was neither accepted nor revoked; perhaps too old to be accepted. */
export const invitationSchema = z.object({
  _id: fields.id,
  email: z.string(),
  type: invitedTypes,
  /** None when it was made on the server's own machine. */
  inviter: personSchema.nullable(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
});
export type Invitation = z.infer<typeof invitationSchema>;

/** What the link of an invitation holds. */
const token = z.string().min(1, validation.required).max(100);

/** POST /api/auth/invitation */
export const invitationOpenSchema = z.strictObject({ token });

/** What whoever has the link is told. */
export const invitedSchema = z.object({ email: z.string(), type: invitedTypes });
export type Invited = z.infer<typeof invitedSchema>;

const name = fields.text(2, 100);

/** PUT /api/auth/invitation */
export const invitationAcceptSchema = z.strictObject({
  token,
  firstName: name,
  lastName: name,
  password: fields.resetPassword,
});
export type InvitationAccept = z.infer<typeof invitationAcceptSchema>;

/** The form of the invitation page. */
export const invitationFormSchema = z
  .object({
    firstName: name,
    lastName: name,
    password: fields.resetPassword,
    confirmPassword: fields.resetPassword,
  })
  .refine((form) => form.password === form.confirmPassword, {
    path: ['confirmPassword'],
    message: validation.newPasswordsMatch,
    when: ({ value }) => fields.bothFilled(value, 'password', 'confirmPassword'),
  });
export type InvitationForm = z.infer<typeof invitationFormSchema>;
