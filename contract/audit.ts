import { actorSchema, personSchema } from './person';
import { z } from './zod';

/** One event of the audit log: who changed what, why, and in which request. Events are never changed. */
export const auditEventSchema = z.object({
  _id: z.string(),
  at: z.iso.datetime(),
  /** None when the server itself acted, or whoever it was is not there any more. */
  actor: actorSchema.nullable(),
  /** Like "transaction.status_changed"; a resource's are "{resource}.created", ".updated" and ".deleted". */
  action: z.string(),
  /** One of `auditSubjects` or the name of a resource. Accounts have the id of their investor. */
  subjectType: z.string(),
  subjectId: z.string(),
  /** Whom it tells about; of a resource whose record it is, if it is somebody's. */
  person: personSchema.nullable(),
  /** What was changed, as it was and as it became; none where there was nothing or is nothing left. */
  before: z.unknown(),
  after: z.unknown(),
  reason: z.string().nullable(),
  requestId: z.string().nullable(),
  /** Set when a passkey has signed the act: the id of what is kept of that, and the passkey's name until it is removed. */
  signed: z.object({ proofId: z.string(), factor: z.string().nullable() }).nullable(),
});
export type AuditEventView = z.infer<typeof auditEventSchema>;

/** What events and proposals are about, besides records of resources. */
export const auditSubjects = ['account', 'erasure', 'invitation', 'proposal', 'transaction', 'user'] as const;

/** What is written down, besides the changes of resources. */
export const auditActions = [
  'user.registered',
  'user.updated',
  'user.password_changed',
  'user.password_reset',
  'user.sessions_ended',
  'user.factor_added',
  'user.factor_removed',
  'user.factors_reset',
  'user.recovery_codes_made',
  'user.recovery_code_used',
  'user.documents_accepted',
  'user.admin_created',
  'user.auditor_created',
  'user.invited',
  'user.invitation_sent',
  'user.invitation_revoked',
  'user.invitation_accepted',
  'user.disabled',
  'user.enabled',
  'user.offboarded',
  'user.takeover_reported',
  'user.report_closed',
  'user.data_exported',
  'user.frozen',
  'user.unfrozen',
  'user.address_added',
  'user.address_removed',
  'user.statement_mail_set',
  'transaction.created',
  'transaction.status_changed',
  'transaction.held',
  'account.edited',
  'proposal.made',
  'proposal.approved',
  'proposal.declined',
  'proposal.withdrawn',
  'person.erased',
] as const;
