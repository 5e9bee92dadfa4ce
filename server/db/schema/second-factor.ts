import { sql } from 'drizzle-orm';
import {
  bigint,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { type FactorKind, factorKinds } from '../../../contract/enums';
import { at, bytes, oneOf } from './columns';
import { users } from './people';

/** Second factors (docs/rules.md, "Second factor"). */
export const factors = pgTable(
  'factors',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    kind: text('kind').$type<FactorKind>().notNull(),
    name: text('name').notNull(),
    createdAt: at('created_at').notNull().defaultNow(),
    lastUsedAt: at('last_used_at'),
    /** Of an authenticator app: its secret, encrypted with a key outside the database, and the last step that was used. */
    secret: bytes('secret'),
    lastStep: bigint('last_step', { mode: 'number' }),
    /** Of a passkey. */
    credentialId: text('credential_id'),
    publicKey: bytes('public_key'),
    counter: bigint('counter', { mode: 'number' }),
    transports: jsonb('transports').$type<string[]>(),
  },
  (table) => [
    index('factors_user_id_idx').on(table.userId, table.createdAt),
    uniqueIndex('factors_credential_id_key').on(table.credentialId),
    check('factors_kind_check', oneOf(table.kind, factorKinds.options)),
    check(
      'factors_parts_check',
      sql`case ${table.kind} when 'totp' then ${table.secret} is not null
        else ${table.credentialId} is not null and ${table.publicKey} is not null and ${table.counter} is not null end`,
    ),
  ],
);

/** Codes that stand in for a lost second factor, each once; only HMACs are stored. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    codeHmac: text('code_hmac').notNull(),
    createdAt: at('created_at').notNull().defaultNow(),
    usedAt: at('used_at'),
  },
  (table) => [primaryKey({ columns: [table.userId, table.codeHmac] })],
);

// `step_up` is of servers before passkeys signed acts, which may run beside this one.

export const factorChallengePurposes = ['sign_in', 'step_up', 'totp', 'passkey'] as const;

export type FactorChallengePurpose = (typeof factorChallengePurposes)[number];

/** A sign-in that waits for the second factor, a factor that is being set up, or what a passkey is to sign. */
export const factorChallenges = pgTable(
  'factor_challenges',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    purpose: text('purpose').$type<FactorChallengePurpose>().notNull(),
    /** The user's when it was made: it is void once the password or the factors have changed. */
    credentialVersion: integer('credential_version').notNull(),
    /** The session that asked; none at a sign-in, which has a ticket instead. */
    sessionId: uuid('session_id'),
    ticketHash: text('ticket_hash'),
    /** What a passkey is to sign, in base64url. */
    challenge: text('challenge'),
    /** Of an authenticator app that is being set up, encrypted. */
    secret: bytes('secret'),
    attempts: integer('attempts').notNull().default(0),
    createdAt: at('created_at').notNull().defaultNow(),
    expiresAt: at('expires_at').notNull(),
    endedAt: at('ended_at'),
  },
  (table) => [
    uniqueIndex('factor_challenges_ticket_hash_key').on(table.ticketHash),
    index('factor_challenges_session_id_idx').on(table.sessionId, table.purpose, table.createdAt),
    index('factor_challenges_expires_at_idx').on(table.expiresAt),
    check('factor_challenges_purpose_check', oneOf(table.purpose, factorChallengePurposes)),
  ],
);

/** A call that a passkey is to sign, or has signed and that has yet to arrive (docs/rules.md, "Step-up"). */
export const pendingActs = pgTable(
  'pending_acts',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    sessionId: uuid('session_id').notNull(),
    /** The user's when it was made: it is void once the password or the factors have changed. */
    credentialVersion: integer('credential_version').notNull(),
    /** Canonical JSON without secrets. */
    act: text('act').notNull(),
    nonce: bytes('nonce').notNull(),
    /** With the server's key it hides the texts of the act; gone with the row. */
    blind: bytes('blind').notNull(),
    createdAt: at('created_at').notNull().defaultNow(),
    expiresAt: at('expires_at').notNull(),
    /** Once it is signed: by what, and what a browser answers. */
    signature: jsonb('signature').$type<{
      factorId: string;
      publicKey: string;
      authenticatorData: string;
      clientDataJSON: string;
      signature: string;
    }>(),
    usedAt: at('used_at'),
    /** Of the idempotency key it was used with: with that key the same request may come again. */
    usedKeyHash: text('used_key_hash'),
  },
  (table) => [index('pending_acts_expires_at_idx').on(table.expiresAt)],
);

/**
 * What passkeys have signed: a row for each request that was let through by it. Append-only; holds no texts that people
 * have written, nor a hash that one could be guessed from, so that it can stay when a person is erased.
 */
export const actProofs = pgTable(
  'act_proofs',
  {
    id: uuid('id').primaryKey(),
    requestId: text('request_id').notNull(),
    at: at('at').notNull().defaultNow(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    /** The passkey, which may have been removed since. */
    factorId: uuid('factor_id').notNull(),
    act: text('act').notNull(),
    nonce: bytes('nonce').notNull(),
    publicKey: bytes('public_key').notNull(),
    authenticatorData: bytes('authenticator_data').notNull(),
    clientDataJson: bytes('client_data_json').notNull(),
    signature: bytes('signature').notNull(),
  },
  (table) => [uniqueIndex('act_proofs_request_id_key').on(table.requestId)],
);
