import { sql } from 'drizzle-orm';
import {
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import {
  type InvitedType,
  invitedTypes,
  type UserStanding,
  type UserType,
  userStandings,
  userTypes,
} from '../../../contract/enums';
import type { AcceptedDocuments } from '../../../contract/legal';
import { at, bytes, oneOf } from './columns';

export const users = pgTable(
  'users',
  {
    id: uuid('id').primaryKey(),
    type: text('type').$type<UserType>().notNull(),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    /** Lower case. */
    email: text('email').notNull(),
    phoneNumber: text('phone_number'),
    country: text('country'),
    dob: date('dob', { mode: 'string' }),
    passwordHash: text('password_hash').notNull(),
    /** Hashes of those before, the oldest first (server/auth/former-passwords.ts). */
    formerPasswords: text('former_passwords').array().notNull().default([]),
    /** Counts the passwords and the sets of second factors: what was made for older ones (sessions, codes, reset tokens) is void. */
    credentialVersion: integer('credential_version').notNull().default(1),
    /** When that was last; none since the registration (server/holds/credentials.ts). */
    credentialsChangedAt: at('credentials_changed_at'),
    /** Whether the person may sign in, and how often that was changed (server/people/standing.ts). */
    standing: text('standing').$type<UserStanding>().notNull().default('enabled'),
    standingVersion: integer('standing_version').notNull().default(1),
    /** When everything personal was erased; what is left says that there was a person (server/personal-data). */
    erasedAt: at('erased_at'),
    createdAt: at('created_at').notNull().defaultNow(),
    updatedAt: at('updated_at').notNull().defaultNow(),
    /** What the filter `q` of the lists searches, in lower case. No word of a search holds a line's end. */
    searchText: text('search_text')
      .notNull()
      .generatedAlwaysAs(sql`lower("first_name" || E'\\n' || "last_name" || E'\\n' || "email")`),
  },
  (table) => [
    uniqueIndex('users_email_key').on(table.email),
    index('users_email_idx').on(table.email, table.id),
    index('users_search_idx').using('gin', table.searchText.op('gin_trgm_ops')),
    // For what has no trigram: read from end to end, it is half as long as the table.
    index('users_search_text_idx').on(table.searchText, table.id),
    index('users_first_name_idx').on(table.firstName, table.id),
    index('users_last_name_idx').on(table.lastName, table.id),
    index('users_phone_number_idx').on(table.phoneNumber, table.id),
    index('users_country_idx').on(table.country, table.id),
    index('users_created_at_idx').on(table.createdAt, table.id),
    index('users_type_idx').on(table.type, table.createdAt, table.id),
    index('users_standing_idx').on(table.standing, table.createdAt, table.id),
    // Of whom something is pruned (server/pruning.ts).
    index('users_erased_at_idx').on(table.erasedAt).where(sql`${table.erasedAt} is not null`).concurrently(),
    index('users_former_passwords_idx')
      .on(table.id)
      .where(sql`${table.formerPasswords} <> '{}'`)
      .concurrently(),
    check('users_type_check', oneOf(table.type, userTypes.options)),
    check('users_standing_check', oneOf(table.standing, userStandings.options)),
  ],
);

/** Invitations of administrators and auditors, by the token of a link; only a hash of it is stored. */
export const invitations = pgTable(
  'invitations',
  {
    id: uuid('id').primaryKey(),
    tokenHash: text('token_hash').notNull(),
    /** Lower case. */
    email: text('email').notNull(),
    type: text('type').$type<InvitedType>().notNull(),
    /** None when it was made on the server's own machine. */
    inviterId: uuid('inviter_id').references(() => users.id),
    createdAt: at('created_at').notNull().defaultNow(),
    expiresAt: at('expires_at').notNull(),
    usedAt: at('used_at'),
    revokedAt: at('revoked_at'),
  },
  (table) => [
    uniqueIndex('invitations_token_hash_key').on(table.tokenHash),
    // One at a time for an address.
    uniqueIndex('invitations_email_key')
      .on(table.email)
      .where(sql`${table.usedAt} is null and ${table.revokedAt} is null`),
    index('invitations_expires_at_idx').on(table.expiresAt),
    check('invitations_type_check', oneOf(table.type, invitedTypes.options)),
  ],
);

/**
 * What the key of a person is made of, together with a secret outside the database (server/personal-seal.ts). A trigger
 * makes it with the person, and another refuses one in its place; an erasure deletes it, and with it what is sealed by it everywhere.
 */
export const personKeys = pgTable('person_keys', {
  personId: uuid('person_id')
    .primaryKey()
    .references(() => users.id),
  salt: bytes('salt').notNull(),
});

/** Registrations that wait for their code. Several of one address live side by side, each with codes of its own. */
export const pendingRegistrations = pgTable(
  'pending_registrations',
  {
    id: uuid('id').primaryKey(),
    email: text('email').notNull(),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    phoneNumber: text('phone_number').notNull(),
    country: text('country').notNull(),
    passwordHash: text('password_hash').notNull(),
    /** A hash of the cookie of the browser that registered (server/auth/browser.ts). */
    browserHash: text('browser_hash'),
    /** From where and with what, the latter in words (server/network.ts, server/device.ts). */
    network: text('network'),
    device: text('device'),
    /** The documents agreed to and their versions; none when the client did not say. */
    acceptedDocuments: jsonb('accepted_documents').$type<AcceptedDocuments>(),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (table) => [index('pending_registrations_email_idx').on(table.email, table.createdAt)],
);

/** Which version of a legal document a person agreed to, and when. Append-only. */
export const legalAcceptances = pgTable(
  'legal_acceptances',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    document: text('document').notNull(),
    version: text('version').notNull(),
    acceptedAt: at('accepted_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.document, table.version] })],
);
