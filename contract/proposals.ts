import { auditEventSchema } from './audit';
import { proposalKinds, proposalStatuses } from './enums';
import * as fields from './fields';
import { actorSchema, personSchema } from './person';
import { previewSchema } from './preview';
import { z } from './zod';

const value = z.union([z.string(), z.number(), z.boolean()]).nullable();
export type EffectValue = z.infer<typeof value>;

/** What an act would do, exactly: this is what two administrators agree on (docs/rules.md, "Two persons"). */
export const effectSchema = z.object({
  /** What changes, as it is and as it would become; money in dollars. */
  changes: z.array(z.object({ name: z.string(), before: value, after: value })),
  /** What stays and is decided by: the amount and the address of a withdrawal, the currency of an address. */
  facts: z.array(z.object({ name: z.string(), value })),
  /** The versions of the records it rests on. */
  versions: z.record(z.string(), z.int()),
});
export type Effect = z.infer<typeof effectSchema>;

/** SHA-256 of an act and its effect, in hexadecimal. */
export const effectHash = z.string().regex(/^[0-9a-f]{64}$/);

/** An act that one administrator proposed, and what became of it. */
export const proposalSchema = z.object({
  _id: fields.id,
  kind: proposalKinds,
  status: proposalStatuses,
  /** 'user', 'account', 'transaction' or the name of a resource; `subjectId` is "new" for what is to be made. */
  subjectType: z.string(),
  subjectId: z.string(),
  /** The person whom it is about, if it is about one. */
  person: personSchema.nullable(),
  proposer: actorSchema,
  reason: z.string(),
  /** As it was when it was proposed. */
  effect: effectSchema,
  effectHash,
  createdAt: z.iso.datetime(),
  /** Who approved, declined or withdrew it; none while it waits, and when the server itself did. */
  decider: actorSchema.nullable(),
  decidedAt: z.iso.datetime().nullable(),
  decisionReason: z.string().nullable(),
  /** Names what an approved act has made: an entry of the ledger, a record. */
  result: z.string().nullable(),
});
export type Proposal = z.infer<typeof proposalSchema>;

/** A proposal with all that a decision on it needs. */
export const proposalViewSchema = proposalSchema.extend({
  /** What it would do at this moment; none when it is decided, or when it cannot be done. */
  now: effectSchema.nullable(),
  /** That is no longer what was proposed, or cannot be done: it can only be declined or withdrawn. */
  changed: z.boolean(),
  /** Why it cannot be done now. */
  refusal: z.string().nullable(),
  /** What it would do to the account, for an act on money. */
  preview: previewSchema.nullable(),
  /** What the proposer did last, the newest first. */
  recent: z.array(
    auditEventSchema.pick({
      _id: true,
      at: true,
      action: true,
      subjectType: true,
      subjectId: true,
      reason: true,
    }),
  ),
});
export type ProposalView = z.infer<typeof proposalViewSchema>;

/** A proposal that waits, as far as it is told beside what it is about. */
export const waitingProposalSchema = proposalSchema.pick({ _id: true, proposer: true, createdAt: true });
export type WaitingProposal = z.infer<typeof waitingProposalSchema>;

/** What a call answers with status 202 when the act waits for a second administrator. */
export const sentForApprovalSchema = z.object({
  proposal: proposalSchema.pick({
    _id: true,
    kind: true,
    status: true,
    subjectType: true,
    subjectId: true,
    createdAt: true,
  }),
  /** Who had sent the same act before; there only where it waited already, and this call has sent nothing. */
  alreadyFrom: actorSchema.optional(),
});
export type SentForApproval = z.infer<typeof sentForApprovalSchema>;

/** POST /api/admin/proposals/{proposalId}/approve: the effect that was seen, by its hash. */
export const approvalSchema = z.strictObject({ effectHash });
