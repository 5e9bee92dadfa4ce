import { type SQLWrapper, sql } from 'drizzle-orm';
import {
  bigint,
  bigserial,
  boolean,
  check,
  customType,
  date,
  type ExtraConfigColumn,
  index,
  integer,
  jsonb,
  type PgColumn,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { AccountField } from '../../contract/account';
import { accountFieldNames } from '../../contract/chart';
import {
  type BookCheck,
  type Crypto,
  cryptos,
  type FactorKind,
  factorKinds,
  type HoldCause,
  holdCauses,
  type InvitedType,
  invitedTypes,
  type OtpActivity,
  otpActivities,
  type PlanValue,
  type ProposalKind,
  type ProposalStatus,
  planValues,
  proposalKinds,
  proposalStatuses,
  type ReportedMail,
  reportedMails,
  type SecurityEventKind,
  securityEventKinds,
  type TakeoverFinding,
  type TrxStatus,
  type TrxType,
  takeoverFindings,
  trxStatuses,
  trxTypes,
  type UserStanding,
  type UserType,
  userStandings,
  userTypes,
} from '../../contract/enums';
import { historyKinds } from '../../contract/history';
import { decisionActions } from '../../contract/home';
import type { AcceptedDocuments } from '../../contract/legal';
import type { Effect } from '../../contract/proposals';
import { recordOf } from '../../contract/record-of';

/** `column IN (...)` made from the contract's own enum, so that the database and the schemas cannot differ. */
function oneOf(column: PgColumn | ExtraConfigColumn, options: readonly string[]) {
  return sql`${column} in (${sql.raw(options.map((option) => `'${option}'`).join(', '))})`;
}

const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });
const transactionId = customType<{ data: string }>({ dataType: () => 'xid8' });
/** The transaction of the database that wrote a row: the sealer takes rows in this order (server/history/sealer.ts). */
const writtenIn = () => transactionId('written_in').notNull().default(sql`pg_current_xact_id()`);
const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });
/** Integer cents. All sums stay far below 2^53. */
const cents = (name: string) => bigint(name, { mode: 'number' });

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

const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The sums of an investor's postings, kept beside them in the same transaction: a column for each figure of the chart of accounts. Cents. */
export const accounts = pgTable(
  'accounts',
  {
    userId: uuid('user_id')
      .primaryKey()
      .references(() => users.id),
    ...recordOf(accountFieldNames, (field) => cents(snakeCase(field)).notNull().default(0)),
    /** Since when the investor may not withdraw. */
    frozenAt: at('frozen_at'),
    version: integer('version').notNull().default(1),
    updatedAt: at('updated_at').notNull().defaultNow(),
  },
  (table) =>
    accountFieldNames.map((field) =>
      index(`accounts_${snakeCase(field)}_idx`).on(table[field], table.userId),
    ),
);

/**
 * At the end of an index, with whose row it is: filters by them and searches are answered without a look at the table,
 * which a deep page needs.
 */
const facets = (table: Record<'status' | 'trxType' | 'crypto' | 'plan', ExtraConfigColumn>) =>
  [table.status, table.trxType, table.crypto, table.plan] as const;

/**
 * What a transaction waits as: its type while it is pending, null afterwards. A query for what waits of one person asks by this,
 * and is served by `transactions_waiting_idx` alone: asked for by status and type, PostgreSQL goes through what waits of everybody
 * as long as its statistics know of little that does.
 */
export const waitsAs = ({ status, trxType }: Record<'status' | 'trxType', SQLWrapper>) =>
  sql`(case when ${status} = 'PENDING' then ${trxType} end)`;

export const transactions = pgTable(
  'transactions',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => accounts.userId),
    trxType: text('trx_type').$type<TrxType>().notNull(),
    amount: cents('amount').notNull(),
    plan: text('plan').$type<PlanValue>(),
    crypto: text('crypto').$type<Crypto>().notNull(),
    transactionId: text('transaction_id'),
    imageUrl: text('image_url'),
    wallet: text('wallet'),
    status: text('status').$type<TrxStatus>().notNull(),
    version: integer('version').notNull().default(1),
    createdAt: at('created_at').notNull().defaultNow(),
    updatedAt: at('updated_at').notNull().defaultNow(),
    /** A withdrawal that waits is not to be confirmed before, and why (server/holds/hold.ts). */
    notBefore: at('not_before'),
    holdCause: text('hold_cause').$type<HoldCause>(),
    writtenIn: writtenIn(),
  },
  (table) => [
    index('transactions_written_in_idx').on(table.writtenIn, table.id),
    index('transactions_user_id_idx').on(table.userId, table.createdAt, table.id, ...facets(table)),
    index('transactions_created_at_idx').on(table.createdAt, table.id, ...facets(table), table.userId),
    index('transactions_amount_idx').on(
      table.amount,
      table.createdAt,
      table.id,
      ...facets(table),
      table.userId,
    ),
    // What was decided on some days, by which the home leads to the list.
    index('transactions_updated_at_idx')
      .on(table.updatedAt, table.createdAt, table.id, ...facets(table), table.userId)
      .concurrently(),
    index('transactions_trx_type_amount_idx').on(table.trxType, table.amount, table.createdAt, table.id),
    ...facets(table).map((facet) =>
      index(`transactions_${facet.name}_idx`).on(
        facet,
        table.createdAt,
        table.id,
        ...facets(table).filter((other) => other !== facet),
        table.userId,
      ),
    ),
    index('transactions_waiting_idx')
      .on(table.userId, waitsAs(table))
      .where(sql`${waitsAs(table)} is not null`)
      .concurrently(),
    // For servers of 0.1 that ask by status and type; the migration that opens the next minor version drops both.
    index('transactions_pending_deposits_idx')
      .on(table.userId)
      .where(sql`${table.trxType} = 'DEPOSIT' and ${table.status} = 'PENDING'`),
    index('transactions_pending_withdrawals_idx')
      .on(table.userId)
      .where(sql`${table.trxType} = 'WITHDRAWAL' and ${table.status} = 'PENDING'`)
      .concurrently(),
    // Ids are hashes, which wallets write in capitals or not. Not partial: then the planner would know nothing of it.
    index('transactions_transaction_id_idx').on(sql`lower(${table.transactionId})`),
    // Who else is paid at an address. A deposit has none, and costs nothing.
    index('transactions_wallet_idx').on(sql`lower(${table.wallet})`).where(sql`${table.wallet} is not null`),
    // What waits, the oldest first.
    index('transactions_pending_idx')
      .on(table.trxType, table.createdAt)
      .where(sql`${table.status} = 'PENDING'`),
    check('transactions_amount_check', sql`${table.amount} > 0`),
    check('transactions_trx_type_check', oneOf(table.trxType, trxTypes.options)),
    check('transactions_status_check', oneOf(table.status, trxStatuses.options)),
    check('transactions_crypto_check', oneOf(table.crypto, cryptos.options)),
    check('transactions_plan_check', oneOf(table.plan, planValues.options)),
    check('transactions_hold_cause_check', oneOf(table.holdCause, holdCauses.options)),
    check('transactions_hold_check', sql`(${table.notBefore} is null) = (${table.holdCause} is null)`),
  ],
);

/** Where investors want their withdrawals to go: the address book of each. */
export const withdrawalAddresses = pgTable(
  'withdrawal_addresses',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => accounts.userId),
    label: text('label').notNull(),
    crypto: text('crypto').$type<Crypto>().notNull(),
    address: text('address').notNull(),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('withdrawal_addresses_key').on(table.userId, table.crypto, sql`lower(${table.address})`),
    index('withdrawal_addresses_address_idx').on(sql`lower(${table.address})`),
    check('withdrawal_addresses_crypto_check', oneOf(table.crypto, cryptos.options)),
  ],
);

/** Proof images of deposits, re-encoded as WebP. Those no deposit names are deleted after a day. */
export const proofs = pgTable(
  'proofs',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    image: bytes('image').notNull(),
    /** The deposit it belongs to; one image proves one deposit. */
    transactionId: uuid('transaction_id').references(() => transactions.id),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('proofs_transaction_id_key').on(table.transactionId),
    index('proofs_user_id_idx').on(table.userId),
    index('proofs_unused_idx').on(table.userId, table.createdAt).where(sql`${table.transactionId} is null`),
  ],
);

/** What happened to an investor's money, append-only. Each entry's postings sum to zero in each book. */
export const ledgerEntries = pgTable(
  'ledger_entries',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => accounts.userId),
    kind: text('kind', { enum: ['transaction', 'adjustment'] }).notNull(),
    /** The transaction whose status this entry puts into effect; none for an adjustment. */
    transactionId: uuid('transaction_id').references(() => transactions.id),
    status: text('status').$type<TrxStatus>(),
    actorId: uuid('actor_id').notNull(),
    /** In the clear in entries of former versions alone, until the next start. */
    reason: text('reason'),
    /** The reason, sealed by the key of the account's owner (server/db/sealed-events.ts). */
    sealedReason: bytes('sealed_reason'),
    createdAt: at('created_at').notNull().defaultNow(),
    writtenIn: writtenIn(),
  },
  (table) => [
    index('ledger_entries_written_in_idx').on(table.writtenIn, table.id),
    index('ledger_entries_user_id_idx').on(table.userId, table.id),
    // What is to be sealed: nothing, but for entries of former versions.
    index('ledger_entries_plain_idx').on(table.id).where(sql`${table.reason} is not null`),
    index('ledger_entries_transaction_id_idx').on(table.transactionId, table.id),
    check('ledger_entries_kind_check', oneOf(table.kind, ['transaction', 'adjustment'])),
  ],
);

/**
 * The figures of an account at the end of each day of UTC that has an entry, made from the entries alone and kept up behind
 * them (server/ledger/account-days.ts): they can be deleted and made anew. Cents.
 */
export const accountDays = pgTable(
  'account_days',
  {
    // No reference: keeping them up touches no row that the writers of entries wait for.
    userId: uuid('user_id').notNull(),
    day: date('day', { mode: 'string' }).notNull(),
    ...recordOf(accountFieldNames, (field) => cents(snakeCase(field)).notNull().default(0)),
    /** The last entry in these figures: those of the account after it are not in any row. */
    lastEntryId: bigint('last_entry_id', { mode: 'number' }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.day] }),
    // Whose figures changed on a day.
    index('account_days_day_idx').on(table.day).concurrently(),
  ],
);

/**
 * What the entries of each day of UTC have added to the figures of all accounts together, kept up as the days of accounts
 * are. Cents.
 */
export const dayTotals = pgTable('day_totals', {
  day: date('day', { mode: 'string' }).primaryKey(),
  ...recordOf(accountFieldNames, (field) => cents(snakeCase(field)).notNull().default(0)),
});

/** Up to which entry something that follows the ledger has read it: none with this id or a lower one is to come. */
export const ledgerFollowers = pgTable('ledger_followers', {
  name: text('name', { enum: ['account_days', 'day_totals'] }).primaryKey(),
  entryId: bigint('entry_id', { mode: 'number' }).notNull(),
});

/** Of a figure in a statement; cents: opening + deposits + withdrawals + adjustments = closing. */
export interface StoredLine {
  opening: number;
  deposits: number;
  withdrawals: number;
  adjustments: number;
  closing: number;
}

/** By the names of figures: those that the chart of accounts had when the statement was stored. */
export type StoredLines = Partial<Record<AccountField, StoredLine>>;

/**
 * Statements of periods that are over (server/statements); append-only, each with the hash of the one before it. They hold
 * sums and hashes alone: names are those of the day on which a statement is looked at.
 */
export const statements = pgTable(
  'statements',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => accounts.userId),
    /** "2026-03" is a month, "2026" a year; of UTC. */
    period: text('period').notNull(),
    figures: jsonb('figures').$type<StoredLines>().notNull(),
    entries: integer('entries').notNull(),
    /** The last entry up to the end of the period; 0 when there was none. */
    lastEntryId: bigint('last_entry_id', { mode: 'number' }).notNull(),
    /** Of a month's entries, of a year's months; SHA-256 in hexadecimal. */
    entriesHash: text('entries_hash').notNull(),
    /** Of the statement before it of the same kind. */
    previousHash: text('previous_hash'),
    hash: text('hash').notNull(),
    /** The newest checkpoint of the sealed history when it was stored, as it was signed; none when there was none. */
    checkpoint: text('checkpoint'),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.period] }),
    check('statements_period_check', sql`${table.period} ~ '^[0-9]{4}(-[0-9]{2})?$'`),
  ],
);

/** Who wants a mail when a statement is ready, and the last month that they were told of. */
export const statementMails = pgTable('statement_mails', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id),
  lastPeriod: text('last_period').notNull(),
});

/** One side of an entry: cents added to an account of a book. Append-only. */
export const ledgerPostings = pgTable(
  'ledger_postings',
  {
    entryId: bigint('entry_id', { mode: 'number' })
      .notNull()
      .references(() => ledgerEntries.id),
    line: integer('line').notNull(),
    book: text('book', { enum: ['money', 'statement'] }).notNull(),
    /** `balance`, `held`, `custody:{currency}`, `adjustments`, `profit`, `contra:profit`, ... */
    account: text('account').notNull(),
    amount: cents('amount').notNull(),
    /** True on the postings that reverse what an earlier status had posted. */
    reversal: boolean('reversal').notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.entryId, table.line] }),
    check('ledger_postings_book_check', oneOf(table.book, ['money', 'statement'])),
    check('ledger_postings_amount_check', sql`${table.amount} <> 0`),
  ],
);

/** What has events that tell about a person, whose key seals them. Resources have none. */
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
    /** Whom it tells about; none of a resource. */
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
  ],
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

/** Platform addresses, one per currency. */
export const wallets = pgTable(
  'wallets',
  {
    id: uuid('id').primaryKey(),
    name: text('name').$type<Crypto>().notNull(),
    value: text('value').notNull(),
    demo: boolean('demo').notNull().default(false),
    enabled: boolean('enabled').notNull().default(true),
    version: integer('version').notNull().default(1),
    createdAt: at('created_at').notNull().defaultNow(),
    updatedAt: at('updated_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('wallets_name_key').on(table.name),
    check('wallets_name_check', oneOf(table.name, cryptos.options)),
  ],
);

/** Counters of the rate limiter; the columns are the ones rate-limiter-flexible expects. */
export const rateLimits = pgTable('rate_limits', {
  key: text('key').primaryKey(),
  points: integer('points').notNull().default(0),
  expire: bigint('expire', { mode: 'number' }),
});

/**
 * How many rows a list has, by the values of the fields that filter it; kept by triggers. Each change adds a row, so
 * that no writer waits for another, and the rows are summed up from time to time (server/db/list-counts.ts).
 */
export const listCounts = pgTable('list_counts', {
  list: text('list', { enum: ['users', 'accounts', 'transactions'] }).notNull(),
  facets: jsonb('facets').notNull(),
  rows: bigint('rows', { mode: 'number' }).notNull(),
});

/**
 * Numbers and sums that the home of operators shows (server/db/kept-sums.ts); kept by triggers, a row for each change, as
 * the counts above are. `balance` and `held` are those of all accounts. `pending` and `confirmed` are transactions by kind
 * and currency, the confirmed ones by the day they were confirmed on; `investors` are people by the day they came on. Days
 * are those of UTC.
 */
export const keptSums = pgTable('kept_sums', {
  figure: text('figure', { enum: ['balance', 'held', 'pending', 'confirmed', 'investors'] }).notNull(),
  trxType: text('trx_type').$type<TrxType>(),
  crypto: text('crypto').$type<Crypto>(),
  day: date('day', { mode: 'string' }),
  rows: bigint('rows', { mode: 'number' }).notNull(),
  amount: cents('amount').notNull(),
});

/** Where a check of the books began: what was written later, the next one looks at (server/books/runs.ts). */
export interface BooksMark {
  /** The PostgreSQL cluster, whose transactions are counted. */
  cluster: string;
  /** The oldest transaction that had not ended. */
  transaction: string;
  /** Up to which entry the figures by day had followed. */
  entry: number;
}

/** Checks of the books: when they began, how far those are that run, and how they ended. */
export const bookRuns = pgTable(
  'book_runs',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    at: at('at').notNull().defaultNow(),
    /** Whether all held; none where a part of it took too long, or has not ended. */
    holds: boolean('holds'),
    /** None while it runs, and of one whose process ended before. */
    endedAt: at('ended_at').defaultNow(),
    /** Its process was at it. */
    seenAt: at('seen_at').notNull().defaultNow(),
    /** How far it is, in percent. */
    progress: integer('progress').notNull().default(0),
    /** How many accounts it looks at. */
    accounts: integer('accounts').notNull().default(0),
    /** The last check of all accounts that this one adds to, which may be itself, and how many accounts that looked at. */
    wholeAt: at('whole_at'),
    wholeAccounts: integer('whole_accounts'),
    /** How many rows broke each invariant, none where that took too long. */
    offenders: jsonb('offenders').$type<Partial<Record<BookCheck, number | null>>>(),
    mark: jsonb('mark').$type<BooksMark>(),
  },
  (table) => [index('book_runs_at_idx').on(table.at)],
);

/**
 * The leaves of the sealed history, one for each ledger entry, report of a transaction and audit event, in the order in
 * which they were sealed (docs/ledger.md). Append-only.
 */
export const historyLeaves = pgTable(
  'history_leaves',
  {
    index: bigint('index', { mode: 'number' }).primaryKey(),
    kind: text('kind', { enum: historyKinds }).notNull(),
    /** Of an entry or an event. */
    rowId: bigint('row_id', { mode: 'number' }),
    /** Of a report. */
    transactionId: uuid('transaction_id'),
    /** Part of the text that is hashed, so that nobody finds out by guesses what a hash stands for. */
    blind: uuid('blind').notNull(),
    /** Of a report: the salted hash of its personal texts, which outlives them. */
    commitment: bytes('commitment'),
    hash: bytes('hash').notNull(),
  },
  (table) => [
    uniqueIndex('history_leaves_row_key').on(table.kind, table.rowId).where(sql`${table.rowId} is not null`),
    uniqueIndex('history_leaves_transaction_id_key')
      .on(table.transactionId)
      .where(sql`${table.transactionId} is not null`),
    check('history_leaves_kind_check', oneOf(table.kind, historyKinds)),
    check(
      'history_leaves_row_check',
      sql`(${table.kind} = 'report') = (${table.transactionId} is not null) and (${table.kind} = 'report') = (${table.rowId} is null)`,
    ),
  ],
);

/** Roots of complete subtrees of the history, of 16, 256, 4096 ... leaves. Append-only. */
export const historyNodes = pgTable(
  'history_nodes',
  {
    /** Its height: the subtree has 2^level leaves. */
    level: integer('level').notNull(),
    index: bigint('index', { mode: 'number' }).notNull(),
    hash: bytes('hash').notNull(),
  },
  (table) => [primaryKey({ columns: [table.level, table.index] })],
);

/** Signed statements of how long the history was and what its root was. Append-only. */
export const historyCheckpoints = pgTable(
  'history_checkpoints',
  {
    /** Leaves. */
    size: bigint('size', { mode: 'number' }).primaryKey(),
    root: bytes('root').notNull(),
    sealedAt: at('sealed_at').notNull(),
    /** As it was signed (server/history/checkpoint.ts). */
    note: text('note').notNull(),
    /** The last row that was sealed, in the order of sealing; the next ones come after it. */
    lastWrittenIn: transactionId('last_written_in').notNull(),
    lastKind: text('last_kind', { enum: historyKinds }).notNull(),
    lastId: text('last_id').notNull(),
    /** The PostgreSQL cluster whose transactions these are: a dump that is restored comes into another one. */
    cluster: text('cluster').notNull(),
  },
  (table) => [check('history_checkpoints_last_kind_check', oneOf(table.lastKind, historyKinds))],
);

/** How long the history was when a person downloaded a proof: later ones show that they extend it. */
export const historyDownloads = pgTable(
  'history_downloads',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    size: bigint('size', { mode: 'number' }).notNull(),
    at: at('at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.size] })],
);
