import { sql } from 'drizzle-orm';
import {
  bigint,
  bigserial,
  check,
  index,
  integer,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import {
  type OtpActivity,
  otpActivities,
  type ReportedMail,
  reportedMails,
  type SecurityEventKind,
  securityEventKinds,
  type TakeoverFinding,
  takeoverFindings,
} from '../../../contract/enums';
import { at, oneOf } from './columns';
import { users } from './people';

/**
 * How a row of the codes came about: with a registration; by a request of a browser that had asked for the address
 * before, or of one that had not (it counts for its network); or by a guess where no code was asked for, which makes a
 * row that only counts.
 */
export type CodeOrigin = 'registration' | 'browser' | 'network' | 'guess';

/**
 * Codes sent, and decoys for addresses nobody owns: the same rows, limits and times for both, so that an answer
 * does not tell which addresses are known.
 */
export const otps = pgTable(
  'otps',
  {
    id: uuid('id').primaryKey(),
    purpose: text('purpose').$type<OtpActivity>().notNull(),
    email: text('email').notNull(),
    /** The pending registration or the user the code is for; none for a decoy. */
    subjectId: uuid('subject_id'),
    codeHmac: text('code_hmac').notNull(),
    /** The credential version of the user the code is for; none for a registration. */
    credentialVersion: integer('credential_version'),
    /** None for codes of earlier versions. */
    origin: text('origin').$type<CodeOrigin>(),
    /** Who asked for the code: a hash of the browser's cookie, and the network. */
    browserHash: text('browser_hash'),
    network: text('network'),
    /** Guesses are counted apart by who makes them: that browser, another one of its network, and anybody else. */
    attempts: integer('attempts').notNull().default(0),
    networkAttempts: integer('network_attempts').notNull().default(0),
    otherAttempts: integer('other_attempts').notNull().default(0),
    createdAt: at('created_at').notNull().defaultNow(),
    expiresAt: at('expires_at').notNull(),
    /** Used, or voided by a newer code. */
    endedAt: at('ended_at'),
  },
  (table) => [
    index('otps_email_purpose_idx').on(table.email, table.purpose, table.createdAt),
    check('otps_purpose_check', oneOf(table.purpose, otpActivities.options)),
  ],
);

/** Single-use tokens that allow a new password; only a hash is stored. */
export const resetTokens = pgTable('reset_tokens', {
  tokenHash: text('token_hash').primaryKey(),
  userId: uuid('user_id')
    .notNull()
    .references(() => users.id),
  /** The user's when the token was made: it allows nothing once the password has changed. */
  credentialVersion: integer('credential_version').notNull().default(1),
  createdAt: at('created_at').notNull().defaultNow(),
  expiresAt: at('expires_at').notNull(),
  usedAt: at('used_at'),
});

export const sessions = pgTable(
  'sessions',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    createdAt: at('created_at').notNull().defaultNow(),
    expiresAt: at('expires_at').notNull(),
    revokedAt: at('revoked_at'),
    /** The last use, some minutes behind so that reads need not write (docs/rules.md, "Sessions"). */
    lastSeenAt: at('last_seen_at').notNull().defaultNow(),
    userAgent: text('user_agent'),
    ip: text('ip'),
    /** When a second factor was last shown in it; none while the person has none. */
    factorAt: at('factor_at'),
  },
  (table) => [index('sessions_user_id_idx').on(table.userId)],
);

/** Security events: sign-ins, refused codes and roles, limits that were hit. Pruned after a stated time. */
export const securityEvents = pgTable(
  'security_events',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    at: at('at').notNull().defaultNow(),
    kind: text('kind').$type<SecurityEventKind>().notNull(),
    /** None when nobody is signed in and the address is unknown. */
    userId: uuid('user_id'),
    /** The address that was tried, as it was sent; lower case. */
    email: text('email'),
    ip: text('ip'),
    /** What the limits count as one visitor (server/network.ts). */
    network: text('network'),
    /** In words (server/device.ts). */
    device: text('device'),
    /** What was refused: the name of a limit, a route. */
    detail: text('detail'),
    requestId: text('request_id'),
    /** This one, and those like it of its network that were not kept one by one (server/security/events.ts). */
    times: integer('times').notNull().default(1),
  },
  (table) => [
    index('security_events_at_idx').on(table.at, table.id),
    index('security_events_kind_idx').on(table.kind, table.at, table.id),
    index('security_events_user_id_idx').on(table.userId, table.at, table.id),
    index('security_events_email_idx').on(table.email, table.at, table.id),
    index('security_events_network_idx').on(table.network, table.at, table.id),
    check('security_events_kind_check', oneOf(table.kind, securityEventKinds.options)),
  ],
);

/** What owners reported by the link "This was not me" of a mail (server/takeover/report.ts). */
export const takeoverReports = pgTable(
  'takeover_reports',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    /** Of the link, which serves once. */
    linkHash: text('link_hash').notNull(),
    /** The mail that was answered, and when it was written. */
    about: text('about').$type<ReportedMail>().notNull(),
    mailedAt: at('mailed_at').notNull(),
    reportedAt: at('reported_at').notNull().defaultNow(),
    /** From where and with what, the latter in words. */
    network: text('network').notNull(),
    device: text('device').notNull(),
    closedAt: at('closed_at'),
    closedBy: uuid('closed_by').references(() => users.id),
    finding: text('finding').$type<TakeoverFinding>(),
    reason: text('reason'),
  },
  (table) => [
    uniqueIndex('takeover_reports_link_hash_key').on(table.linkHash),
    index('takeover_reports_reported_at_idx').on(table.reportedAt, table.id),
    index('takeover_reports_user_id_idx').on(table.userId, table.reportedAt),
    index('takeover_reports_open_idx').on(table.userId).where(sql`${table.closedAt} is null`),
    check('takeover_reports_about_check', oneOf(table.about, reportedMails.options)),
    check('takeover_reports_finding_check', oneOf(table.finding, takeoverFindings.options)),
    check(
      'takeover_reports_closed_check',
      sql`(${table.closedAt} is null) = (${table.finding} is null) and (${table.closedAt} is null) = (${table.reason} is null)`,
    ),
  ],
);

/** Counters of the rate limiter; the columns are the ones rate-limiter-flexible expects. */
export const rateLimits = pgTable('rate_limits', {
  key: text('key').primaryKey(),
  points: integer('points').notNull().default(0),
  expire: bigint('expire', { mode: 'number' }),
});
