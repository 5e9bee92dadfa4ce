import { type SQLWrapper, sql } from 'drizzle-orm';
import {
  bigserial,
  check,
  type ExtraConfigColumn,
  index,
  integer,
  jsonb,
  type PgColumn,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import {
  type ProposalKind,
  type ProposalStatus,
  proposalKinds,
  proposalStatuses,
} from '../../../contract/enums';
import { decisionActions } from '../../../contract/home';
import type { Effect } from '../../../contract/proposals';
import { at, bytes, oneOf, writtenIn } from './columns';
import { users } from './people';

/** What has events that tell about a person, whose key seals them, besides those resources that say so. */
export const personalSubjects = ['user', 'account', 'transaction'] as const;

/**
 * Whether an event is a decision of an administrator, and not what investors do to what is theirs: the same words in the
 * index and in the query that is to use it.
 */
export const isDecision = (table: Record<'action' | 'actorId' | 'personId', PgColumn | ExtraConfigColumn>) =>
  sql`${oneOf(table.action, decisionActions)} and ${table.actorId} is distinct from ${table.personId}`;

/**
 * Who changed what, in the same commit as the change. Append-only. Of an event that tells about a person `before` and
 * `after` hold what belongs to the books alone; the whole, with the reason, is in `sealed` (server/db/sealed-events.ts).
 */
export const auditEvents = pgTable(
  'audit_events',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    at: at('at').notNull().defaultNow(),
    /** None when the server itself acted. */
    actorId: uuid('actor_id'),
    action: text('action').notNull(),
    subjectType: text('subject_type').notNull(),
    subjectId: text('subject_id').notNull(),
    before: jsonb('before'),
    after: jsonb('after'),
    reason: text('reason'),
    requestId: text('request_id'),
    /** Whom it tells about; of a resource whose record it is, if it is somebody's. */
    personId: uuid('person_id'),
    sealed: bytes('sealed'),
    /** SHA-256 of what is sealed, which begins with random bytes: what is opened is what was written. */
    commitment: bytes('commitment'),
    writtenIn: writtenIn(),
  },
  (table) => [
    index('audit_events_written_in_idx').on(table.writtenIn, table.id),
    index('audit_events_subject_idx').on(table.subjectType, table.subjectId, table.id),
    // What is to be sealed: nothing, but for events of former versions.
    index('audit_events_plain_idx')
      .on(table.id)
      .where(sql`${table.sealed} is null and ${oneOf(table.subjectType, personalSubjects)}`),
    check(
      'audit_events_sealed_check',
      sql`${table.sealed} is null or (${table.personId} is not null and ${table.commitment} is not null and ${table.reason} is null)`,
    ),
    index('audit_events_at_idx').on(table.at, table.id),
    index('audit_events_actor_id_idx').on(table.actorId, table.at, table.id),
    index('audit_events_person_id_idx').on(table.personId, table.at, table.id),
    index('audit_events_decisions_idx').on(table.at, table.id).where(isDecision(table)),
  ],
);

/** Answers of money writes by the caller's key, so that a retry posts nothing and gets the same answer. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    userId: uuid('user_id').notNull(),
    key: text('key').notNull(),
    requestHash: text('request_hash').notNull(),
    reply: jsonb('reply').notNull(),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.key] }),
    index('idempotency_keys_created_at_idx').on(table.createdAt),
  ],
);

/** Acts that one administrator proposed and another decides on (docs/rules.md, "Two persons"). */
export const proposals = pgTable(
  'proposals',
  {
    id: uuid('id').primaryKey(),
    kind: text('kind').$type<ProposalKind>().notNull(),
    status: text('status').$type<ProposalStatus>().notNull().default('PENDING'),
    subjectType: text('subject_type').notNull(),
    subjectId: text('subject_id').notNull(),
    /** The person whom it is about. */
    personId: uuid('person_id').references(() => users.id),
    /** What the act is done with. */
    parameters: jsonb('parameters').notNull(),
    effect: jsonb('effect').$type<Effect>().notNull(),
    /** Of the act and its effect (server/proposals/effect-hash.ts). */
    effectHash: text('effect_hash').notNull(),
    proposerId: uuid('proposer_id')
      .notNull()
      .references(() => users.id),
    reason: text('reason').notNull(),
    createdAt: at('created_at').notNull().defaultNow(),
    /** None while it waits, and when the server itself withdrew it. */
    deciderId: uuid('decider_id').references(() => users.id),
    decidedAt: at('decided_at'),
    decisionReason: text('decision_reason'),
    /** What an approved act has made: an entry of the ledger, a record. */
    result: text('result'),
  },
  (table) => [
    uniqueIndex('proposals_pending_key')
      .on(table.kind, table.subjectType, table.subjectId, table.effectHash)
      .where(sql`${table.status} = 'PENDING'`),
    index('proposals_decided_at_idx').on(table.decidedAt, table.id),
    index('proposals_status_idx').on(table.status, table.decidedAt, table.id),
    index('proposals_subject_idx').on(table.subjectId, table.id),
    index('proposals_proposer_id_idx').on(table.proposerId, table.id),
    index('proposals_person_id_idx').on(table.personId, table.id),
    check('proposals_kind_check', oneOf(table.kind, proposalKinds.options)),
    check('proposals_status_check', oneOf(table.status, proposalStatuses.options)),
    check('proposals_decided_check', sql`(${table.status} = 'PENDING') = (${table.decidedAt} is null)`),
    // Whatever the server does, nobody's act is done on their own word alone.
    check(
      'proposals_two_persons_check',
      sql`${table.status} <> 'APPROVED' or (${table.deciderId} is not null and ${table.deciderId} <> ${table.proposerId})`,
    ),
  ],
);

type MailColumns = Record<'attempts' | 'droppedAt' | 'expiresAt' | 'lastError' | 'sentAt', SQLWrapper>;

/**
 * Whether a mail waits or is on its way, as the indexes have it by which the outbox is read in turn. It is said otherwise than in
 * the condition of `mail_outbox_due_idx`, which PostgreSQL would take instead where its statistics do not know of a new backlog.
 */
export const isUnsent = ({ sentAt, droppedAt }: Pick<MailColumns, 'sentAt' | 'droppedAt'>) =>
  sql`coalesce(${sentAt}, ${droppedAt}) is null`;

/**
 * Whether the next mail of its person waits for it: until it has failed twice. One whose sender was killed has not failed. Whoever
 * takes it for its second try clears the error of the first one, so that it holds back until there is that of the second.
 */
export const holdsBack = (mail: MailColumns) =>
  sql`${isUnsent(mail)} and ${mail.expiresAt} is null
    and (${mail.attempts} < 2 or ${mail.attempts} = 2 and ${mail.lastError} is null)`;

/** Mail to send after commit. What opens something is sealed in its texts (server/mail/seal.ts), which are wiped once sent. */
export const mailOutbox = pgTable(
  'mail_outbox',
  {
    id: uuid('id').primaryKey(),
    recipient: text('recipient').notNull(),
    subject: text('subject').notNull(),
    textBody: text('text_body').notNull(),
    htmlBody: text('html_body').notNull(),
    createdAt: at('created_at').notNull().defaultNow(),
    /** A code that has expired is not worth sending. What expires leaves before what can wait. */
    expiresAt: at('expires_at'),
    /** The code it carries: dropped when that has ended. */
    otpId: uuid('otp_id'),
    attempts: integer('attempts').notNull().default(0),
    /** Those after which the mail server had the whole mail and did not say whether it took it. */
    unsureTries: integer('unsure_tries').notNull().default(0),
    nextAttemptAt: at('next_attempt_at').notNull().defaultNow(),
    lastError: text('last_error'),
    sentAt: at('sent_at'),
    /** Not sent, and not tried again: expired, its code ended, or failed for good (`failedAt`). */
    droppedAt: at('dropped_at'),
    failedAt: at('failed_at'),
  },
  (table) => [
    index('mail_outbox_due_idx')
      .on(table.expiresAt, table.nextAttemptAt)
      .where(sql`${table.sentAt} is null and ${table.droppedAt} is null`),
    index('mail_outbox_untried_idx')
      .on(table.createdAt, table.id)
      .where(sql`${isUnsent(table)} and ${table.attempts} = 0`)
      .concurrently(),
    index('mail_outbox_tried_idx')
      .on(table.nextAttemptAt, table.id)
      .where(sql`${isUnsent(table)} and ${table.attempts} > 0`)
      .concurrently(),
    index('mail_outbox_holding_back_idx')
      .on(table.recipient, table.createdAt, table.id)
      .where(holdsBack(table))
      .concurrently(),
  ],
);
