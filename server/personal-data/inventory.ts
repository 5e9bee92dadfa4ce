import { and, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm';
import { type AnyPgColumn, getTableConfig, type PgTable } from 'drizzle-orm/pg-core';
import { accountFieldNames } from '../../contract/chart';
import { erasedText } from '../../contract/console-names';
import { erasedEmail } from '../../contract/erased-person';
import { recordOf } from '../../contract/record-of';
import type { Queries } from '../db/client';
import { schema, type TableName } from '../db/schema/tables';
import type { Resource } from '../resources/define-resource';

/** Whom data are about, as far as rows can tell. */
export interface Subject {
  id: string;
  email: string;
  firstName: string;
  lastName: string;
}

/**
 * What becomes of a column in a download: `shown` as it is, `cents` and `lines` (the cents of a statement, by figure) in
 * dollars, `opened` by the key of the person, `secret` named and not given out, or `inner`: it tells about the product alone.
 */
export type ColumnUse = 'shown' | 'cents' | 'lines' | 'opened' | 'secret' | 'inner';

/** What an erasure does with rows about a person: those that stay say why, those that change become what it says. */
export type ErasureAct =
  | { delete: true }
  | { keep: string }
  | { replace: (subject: Subject) => Readonly<Record<string, unknown>> };

/** A table with rows about people. */
export interface PersonalTable {
  table: PgTable;
  /** The heading in a download. */
  title: string;
  /** Which rows are about a person: those that a download shows and an erasure takes. */
  rows(subject: Subject): SQL | undefined;
  /** Rows of others that name the person: a download shows them to nobody, and an erasure does with them as with the rest if it says nothing else. */
  naming?: { rows(subject: Subject): SQL | undefined; erasure?: ErasureAct };
  /** The use of each column. */
  columns: Readonly<Record<string, ColumnUse>>;
  erasure: ErasureAct;
  /** What else an erasure does, before the rows above. */
  before?(db: Queries, subject: Subject): Promise<unknown>;
}

/** A table that tells about nobody, and why it does not. */
export interface ImpersonalTable {
  aboutNobody: string;
}

/** An entry that knows each column of its table, and no other. */
function personal<T extends PgTable>(
  table: T,
  entry: Omit<PersonalTable, 'table' | 'columns'> & {
    columns: Readonly<Record<keyof T['_']['columns'] & string, ColumnUse>>;
  },
): PersonalTable {
  return { table, ...entry };
}

/**
 * A condition that a text holds words as they are, in whatever capitals, between two patterns. Of another name or address
 * they may be a part: what is not told apart would be taken from others.
 */
function holds(text: AnyPgColumn | SQL, before: string, words: string, behind: string): SQL {
  const literal = words.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  // Both in the small letters of the database, which may know others than JavaScript does.
  return sql`lower(${text}) ~ lower(${`(^|${before})${literal}($|${behind})`}::text)`;
}

/** A condition that a text has the address of somebody. An apostrophe behind a letter is a part of it: o'neill@example.com. */
function hasAddress(text: AnyPgColumn | SQL, { email }: Subject): SQL {
  const before = "[^[:alnum:]._%+'-]|(^|[^[:alnum:]])'";
  return holds(text, before, email, '[^[:alnum:].-]|\\.($|[^[:alnum:]])');
}

/** A condition that a text names somebody, by the address or by the whole name. */
function names(text: AnyPgColumn | SQL, subject: Subject): SQL {
  const name = `${subject.firstName} ${subject.lastName}`;
  return sql`(${hasAddress(text, subject)} or ${holds(text, '[^[:alnum:]]', name, '[^[:alnum:]]')})`;
}

/** A text, or what stands in its place where it names somebody. */
const withoutNames = (text: AnyPgColumn, subject: Subject) =>
  sql`case when ${names(text, subject)} then ${erasedText} else ${text} end`;

const {
  users,
  personKeys,
  pendingRegistrations,
  otps,
  resetTokens,
  sessions,
  factors,
  recoveryCodes,
  factorChallenges,
  accounts,
  transactions,
  withdrawalAddresses,
  proofs,
  ledgerEntries,
  ledgerPostings,
  accountDays,
  statements,
  statementMails,
  auditEvents,
  idempotencyKeys,
  mailOutbox,
  securityEvents,
  legalAcceptances,
  invitations,
  takeoverReports,
  proposals,
  pendingActs,
  actProofs,
  historyDownloads,
} = schema;

/** The texts of a kept answer, as they are read: in JSON a line break before a name is a letter. */
const replyTexts = sql`(
  select string_agg(part #>> '{}', chr(10))
  from jsonb_path_query(${idempotencyKeys.reply}, 'strict $.** ? (@.type() == "string")') part)`;

/** Who gets answers about others. */
const staff = sql`(select ${users.id} from ${users} where ${users.type} <> 'investor')`;

/** Events that name nobody, of an address that the person came from: what they tell of it goes. */
async function clearAddresses(db: Queries, { id, email }: Subject): Promise<void> {
  const own = or(eq(securityEvents.userId, id), eq(securityEvents.email, email));
  const addresses = db
    .select({ ip: sessions.ip })
    .from(sessions)
    .where(eq(sessions.userId, id))
    .union(db.select({ ip: securityEvents.ip }).from(securityEvents).where(own));
  await db
    .update(securityEvents)
    .set({ ip: null, network: null, device: null })
    .where(
      and(
        isNull(securityEvents.userId),
        or(isNull(securityEvents.email), eq(securityEvents.email, email)),
        inArray(securityEvents.ip, addresses),
      ),
    );
}

/**
 * What is stored about people, table by table (docs/personal-data.md): a download and an erasure do what is said here and
 * nothing else. A new table needs an entry, a new column its use; an erasure goes through them in this order.
 */
export const inventory: Readonly<Record<TableName, PersonalTable | ImpersonalTable>> = {
  securityEvents: personal(securityEvents, {
    title: 'Security events',
    rows: ({ id, email }) => or(eq(securityEvents.userId, id), eq(securityEvents.email, email)),
    columns: {
      id: 'inner',
      at: 'shown',
      kind: 'shown',
      userId: 'inner',
      email: 'shown',
      ip: 'shown',
      network: 'shown',
      device: 'shown',
      detail: 'shown',
      requestId: 'inner',
      times: 'shown',
    },
    before: clearAddresses,
    erasure: { delete: true },
  }),
  sessions: personal(sessions, {
    title: 'Sessions',
    rows: ({ id }) => eq(sessions.userId, id),
    columns: {
      id: 'inner',
      userId: 'inner',
      createdAt: 'shown',
      expiresAt: 'shown',
      revokedAt: 'shown',
      lastSeenAt: 'shown',
      userAgent: 'shown',
      ip: 'shown',
      factorAt: 'shown',
    },
    erasure: { delete: true },
  }),
  pendingRegistrations: personal(pendingRegistrations, {
    title: 'Registrations that wait for a code',
    rows: ({ email }) => eq(pendingRegistrations.email, email),
    columns: {
      id: 'inner',
      email: 'shown',
      // Whoever has an account has registered: these are what somebody else has typed.
      firstName: 'inner',
      lastName: 'inner',
      phoneNumber: 'inner',
      country: 'inner',
      passwordHash: 'secret',
      browserHash: 'secret',
      network: 'shown',
      device: 'shown',
      acceptedDocuments: 'shown',
      createdAt: 'shown',
    },
    erasure: { delete: true },
  }),
  otps: personal(otps, {
    title: 'Codes sent by mail',
    rows: ({ email }) => eq(otps.email, email),
    columns: {
      id: 'inner',
      purpose: 'shown',
      email: 'shown',
      subjectId: 'inner',
      codeHmac: 'secret',
      credentialVersion: 'inner',
      origin: 'inner',
      browserHash: 'secret',
      network: 'shown',
      attempts: 'inner',
      networkAttempts: 'inner',
      otherAttempts: 'inner',
      createdAt: 'shown',
      expiresAt: 'shown',
      endedAt: 'shown',
    },
    erasure: { delete: true },
  }),
  resetTokens: personal(resetTokens, {
    title: 'Resets of the password',
    rows: ({ id }) => eq(resetTokens.userId, id),
    columns: {
      tokenHash: 'secret',
      userId: 'inner',
      credentialVersion: 'inner',
      createdAt: 'shown',
      expiresAt: 'shown',
      usedAt: 'shown',
    },
    erasure: { delete: true },
  }),
  factors: personal(factors, {
    title: 'Second factors',
    rows: ({ id }) => eq(factors.userId, id),
    columns: {
      id: 'inner',
      userId: 'inner',
      kind: 'shown',
      name: 'shown',
      createdAt: 'shown',
      lastUsedAt: 'shown',
      secret: 'secret',
      lastStep: 'inner',
      credentialId: 'secret',
      publicKey: 'secret',
      counter: 'inner',
      transports: 'shown',
    },
    erasure: { delete: true },
  }),
  recoveryCodes: personal(recoveryCodes, {
    title: 'Recovery codes',
    rows: ({ id }) => eq(recoveryCodes.userId, id),
    columns: { userId: 'inner', codeHmac: 'secret', createdAt: 'shown', usedAt: 'shown' },
    erasure: { delete: true },
  }),
  factorChallenges: personal(factorChallenges, {
    title: 'Second factors asked for',
    rows: ({ id }) => eq(factorChallenges.userId, id),
    columns: {
      id: 'inner',
      userId: 'inner',
      purpose: 'shown',
      credentialVersion: 'inner',
      sessionId: 'inner',
      ticketHash: 'secret',
      challenge: 'secret',
      secret: 'secret',
      attempts: 'inner',
      createdAt: 'shown',
      expiresAt: 'shown',
      endedAt: 'shown',
    },
    erasure: { delete: true },
  }),
  accounts: personal(accounts, {
    title: 'Account',
    rows: ({ id }) => eq(accounts.userId, id),
    columns: {
      userId: 'inner',
      ...recordOf(accountFieldNames, () => 'cents' as const),
      frozenAt: 'shown',
      version: 'inner',
      updatedAt: 'shown',
    },
    erasure: { keep: 'The books: figures of an account that names nobody any more.' },
  }),
  transactions: personal(transactions, {
    title: 'Deposits and withdrawals',
    rows: ({ id }) => eq(transactions.userId, id),
    columns: {
      id: 'shown',
      userId: 'inner',
      trxType: 'shown',
      amount: 'cents',
      plan: 'shown',
      crypto: 'shown',
      transactionId: 'shown',
      imageUrl: 'shown',
      wallet: 'shown',
      status: 'shown',
      version: 'inner',
      createdAt: 'shown',
      updatedAt: 'shown',
      notBefore: 'shown',
      holdCause: 'shown',
      writtenIn: 'inner',
    },
    // What was paid stays; where from and where to goes.
    erasure: { replace: () => ({ transactionId: null, imageUrl: null, wallet: null }) },
  }),
  withdrawalAddresses: personal(withdrawalAddresses, {
    title: 'Addresses kept for withdrawals',
    rows: ({ id }) => eq(withdrawalAddresses.userId, id),
    columns: {
      id: 'inner',
      userId: 'inner',
      label: 'shown',
      crypto: 'shown',
      address: 'shown',
      createdAt: 'shown',
    },
    erasure: { delete: true },
  }),
  proofs: personal(proofs, {
    title: 'Proof images',
    rows: ({ id }) => eq(proofs.userId, id),
    columns: { id: 'shown', userId: 'inner', image: 'opened', transactionId: 'shown', createdAt: 'shown' },
    erasure: { delete: true },
  }),
  ledgerEntries: personal(ledgerEntries, {
    title: 'Entries of the books',
    rows: ({ id }) => eq(ledgerEntries.userId, id),
    columns: {
      id: 'shown',
      userId: 'inner',
      kind: 'shown',
      transactionId: 'shown',
      status: 'shown',
      actorId: 'inner',
      reason: 'inner',
      sealedReason: 'opened',
      createdAt: 'shown',
      writtenIn: 'inner',
    },
    erasure: { keep: 'The books. The reasons in them are sealed by the key of the person.' },
  }),
  ledgerPostings: personal(ledgerPostings, {
    title: 'Postings of these entries',
    rows: ({ id }) =>
      sql`${ledgerPostings.entryId} in (select own.id from ledger_entries own where own.user_id = ${id})`,
    columns: {
      entryId: 'shown',
      line: 'shown',
      book: 'shown',
      account: 'shown',
      amount: 'cents',
      reversal: 'shown',
    },
    erasure: { keep: 'The books: amounts, and nobody’s name.' },
  }),
  accountDays: personal(accountDays, {
    title: 'Figures by day',
    rows: ({ id }) => eq(accountDays.userId, id),
    columns: {
      userId: 'inner',
      day: 'shown',
      ...recordOf(accountFieldNames, () => 'cents' as const),
      lastEntryId: 'inner',
    },
    erasure: { keep: 'The books: sums of entries, and nobody’s name.' },
  }),
  statements: personal(statements, {
    title: 'Statements',
    rows: ({ id }) => eq(statements.userId, id),
    columns: {
      userId: 'inner',
      period: 'shown',
      figures: 'lines',
      entries: 'shown',
      lastEntryId: 'inner',
      entriesHash: 'inner',
      previousHash: 'inner',
      hash: 'inner',
      checkpoint: 'inner',
      createdAt: 'shown',
    },
    erasure: { keep: 'The books: sums of entries by month, and nobody’s name.' },
  }),
  statementMails: personal(statementMails, {
    title: 'Mail about statements',
    rows: ({ id }) => eq(statementMails.userId, id),
    columns: { userId: 'inner', lastPeriod: 'shown' },
    erasure: { delete: true },
  }),
  auditEvents: personal(auditEvents, {
    title: 'What was changed, and by whom',
    rows: ({ id }) => or(eq(auditEvents.personId, id), eq(auditEvents.actorId, id)),
    columns: {
      id: 'inner',
      at: 'shown',
      actorId: 'opened',
      action: 'shown',
      subjectType: 'shown',
      subjectId: 'inner',
      before: 'opened',
      after: 'opened',
      reason: 'opened',
      requestId: 'inner',
      personId: 'inner',
      sealed: 'inner',
      commitment: 'inner',
      writtenIn: 'inner',
    },
    erasure: { keep: 'What proves the books. What it says about the person is sealed by their key.' },
  }),
  mailOutbox: personal(mailOutbox, {
    title: 'Mails',
    rows: ({ email }) => eq(mailOutbox.recipient, email),
    // Those that name somebody else than the recipient have the address.
    naming: {
      rows: (subject) => hasAddress(sql`${mailOutbox.subject} || ' ' || ${mailOutbox.textBody}`, subject),
    },
    columns: {
      id: 'inner',
      recipient: 'shown',
      subject: 'shown',
      textBody: 'secret',
      htmlBody: 'secret',
      createdAt: 'shown',
      expiresAt: 'inner',
      otpId: 'inner',
      attempts: 'inner',
      unsureTries: 'inner',
      nextAttemptAt: 'inner',
      lastError: 'inner',
      sentAt: 'shown',
      droppedAt: 'shown',
      failedAt: 'shown',
    },
    erasure: { delete: true },
  }),
  legalAcceptances: personal(legalAcceptances, {
    title: 'Documents agreed to',
    rows: ({ id }) => eq(legalAcceptances.userId, id),
    columns: { userId: 'inner', document: 'shown', version: 'shown', acceptedAt: 'shown' },
    erasure: { keep: 'That somebody has agreed, and when; it names nobody any more.' },
  }),
  invitations: personal(invitations, {
    title: 'Invitations',
    rows: ({ email }) => eq(invitations.email, email),
    columns: {
      id: 'inner',
      tokenHash: 'secret',
      email: 'shown',
      type: 'shown',
      inviterId: 'inner',
      createdAt: 'shown',
      expiresAt: 'shown',
      usedAt: 'shown',
      revokedAt: 'shown',
    },
    erasure: { delete: true },
  }),
  takeoverReports: personal(takeoverReports, {
    title: 'Reports "This was not me"',
    rows: ({ id }) => eq(takeoverReports.userId, id),
    columns: {
      id: 'inner',
      userId: 'inner',
      linkHash: 'secret',
      about: 'shown',
      mailedAt: 'shown',
      reportedAt: 'shown',
      network: 'shown',
      device: 'shown',
      closedAt: 'shown',
      closedBy: 'inner',
      finding: 'shown',
      reason: 'shown',
    },
    erasure: { delete: true },
  }),
  proposals: personal(proposals, {
    title: 'Acts that took two administrators',
    rows: ({ id, email }) =>
      or(eq(proposals.personId, id), sql`${proposals.parameters} ->> 'email' = ${email}`),
    // What others gave as their reason, about somebody else.
    naming: {
      rows: (subject) =>
        or(names(proposals.reason, subject), names(sql`coalesce(${proposals.decisionReason}, '')`, subject)),
      erasure: {
        replace: (subject) => ({
          reason: withoutNames(proposals.reason, subject),
          decisionReason: withoutNames(proposals.decisionReason, subject),
        }),
      },
    },
    columns: {
      id: 'inner',
      kind: 'shown',
      status: 'shown',
      subjectType: 'shown',
      subjectId: 'inner',
      personId: 'inner',
      parameters: 'shown',
      effect: 'shown',
      effectHash: 'inner',
      proposerId: 'inner',
      reason: 'shown',
      createdAt: 'shown',
      deciderId: 'inner',
      decidedAt: 'shown',
      decisionReason: 'shown',
      result: 'inner',
    },
    erasure: { delete: true },
  }),
  pendingActs: personal(pendingActs, {
    title: 'Acts that wait for a signature',
    rows: ({ id }) => eq(pendingActs.userId, id),
    columns: {
      id: 'inner',
      userId: 'inner',
      sessionId: 'inner',
      credentialVersion: 'inner',
      act: 'shown',
      nonce: 'secret',
      blind: 'secret',
      createdAt: 'shown',
      expiresAt: 'shown',
      signature: 'secret',
      usedAt: 'shown',
      usedKeyHash: 'secret',
    },
    erasure: { delete: true },
  }),
  actProofs: personal(actProofs, {
    title: 'Acts signed with a passkey',
    rows: ({ id }) => eq(actProofs.userId, id),
    columns: {
      id: 'shown',
      requestId: 'inner',
      at: 'shown',
      userId: 'inner',
      factorId: 'inner',
      act: 'shown',
      nonce: 'secret',
      publicKey: 'secret',
      authenticatorData: 'secret',
      clientDataJson: 'secret',
      signature: 'secret',
    },
    erasure: {
      keep: 'What proves audit events: ids and figures, nobody’s name, and HMACs whose keys go with the people.',
    },
  }),
  historyDownloads: personal(historyDownloads, {
    title: 'Proofs downloaded',
    rows: ({ id }) => eq(historyDownloads.userId, id),
    columns: { userId: 'inner', size: 'shown', at: 'shown' },
    erasure: { delete: true },
  }),
  // Behind what others lock while they write an answer that names the person, such as an invitation or a proposal: what they
  // have written is there by then.
  idempotencyKeys: personal(idempotencyKeys, {
    title: 'Answers kept for repeated requests',
    rows: ({ id }) => eq(idempotencyKeys.userId, id),
    // Answers to administrators say whom they have changed.
    naming: {
      rows: (subject) =>
        and(
          inArray(idempotencyKeys.userId, staff),
          or(sql`position(${subject.id} in ${idempotencyKeys.reply}::text) > 0`, names(replyTexts, subject)),
        ),
    },
    columns: { userId: 'inner', key: 'inner', requestHash: 'inner', reply: 'shown', createdAt: 'shown' },
    erasure: { delete: true },
  }),
  users: personal(users, {
    title: 'Profile',
    rows: ({ id }) => eq(users.id, id),
    columns: {
      id: 'shown',
      type: 'shown',
      firstName: 'shown',
      lastName: 'shown',
      email: 'shown',
      phoneNumber: 'shown',
      country: 'shown',
      dob: 'shown',
      passwordHash: 'secret',
      formerPasswords: 'secret',
      credentialVersion: 'inner',
      credentialsChangedAt: 'shown',
      erasedAt: 'inner',
      createdAt: 'shown',
      updatedAt: 'shown',
      searchText: 'inner',
      standing: 'shown',
      standingVersion: 'inner',
    },
    erasure: {
      replace: ({ id }) => ({
        firstName: 'Erased',
        lastName: 'Person',
        email: erasedEmail(id),
        phoneNumber: null,
        country: null,
        dob: null,
        // The hash of no password.
        passwordHash: '',
        formerPasswords: [],
        credentialVersion: sql`${users.credentialVersion} + 1`,
        standing: 'offboarded',
        standingVersion: sql`${users.standingVersion} + 1`,
        erasedAt: sql`clock_timestamp()`,
        updatedAt: sql`clock_timestamp()`,
      }),
    },
  }),
  personKeys: personal(personKeys, {
    title: 'The key of what is sealed',
    rows: ({ id }) => eq(personKeys.personId, id),
    columns: { personId: 'inner', salt: 'secret' },
    erasure: { delete: true },
  }),
  wallets: { aboutNobody: 'Addresses of the platform.' },
  rateLimits: { aboutNobody: 'HMACs of what is counted, for a day at most.' },
  dayTotals: { aboutNobody: 'Sums over everybody, by day.' },
  ledgerFollowers: { aboutNobody: 'Up to which entry the figures by day are made.' },
  keptSums: { aboutNobody: 'Sums over everybody.' },
  historyLeaves: {
    aboutNobody: 'Hashes of the books, with random bytes in each; nobody finds out of what by guesses.',
  },
  historyNodes: { aboutNobody: 'Hashes of these hashes.' },
  historyCheckpoints: { aboutNobody: 'How long the history was, and its root.' },
  bookRuns: { aboutNobody: 'When the books were checked, and how far they held.' },
  listCounts: { aboutNobody: 'How many rows a list has; those of nobody go within a minute.' },
};

/** The entries that are about people, in their order. */
const ofProduct = Object.values(inventory).filter((entry): entry is PersonalTable => 'table' in entry);

/** What a resource stores about people, as it is declared. */
function ofResource({ name, table, columns, shown, money, personal }: Resource): PersonalTable[] {
  if (!personal) return [];
  const { person, erasure } = personal;
  const column = columns[person];
  if (!column) throw new Error(`There is no column ${person}`);
  const toUse = (field: string): ColumnUse => {
    if (!shown.includes(field) || field === person || field === 'version') return 'inner';
    return money.has(field) ? 'cents' : 'shown';
  };
  const words = name.replaceAll('-', ' ');
  const renewed = { version: sql`${table.version} + 1`, updatedAt: sql`now()` };
  return [
    {
      table,
      title: `${words.charAt(0).toUpperCase()}${words.slice(1)}`,
      rows: ({ id }) => eq(column, id),
      columns: recordOf(Object.keys(columns), toUse),
      erasure: 'replace' in erasure ? { replace: () => ({ ...renewed, ...erasure.replace }) } : erasure,
    },
  ];
}

const refersTo = (from: PgTable, to: PgTable) =>
  getTableConfig(from).foreignKeys.some((key) => key.reference().foreignTable === to);

/** Tables that refer to another one before it, as long as none of them refers back; else as they come. */
function referringFirst(entries: readonly PersonalTable[]): PersonalTable[] {
  const [ordered, met] = [new Set<PersonalTable>(), new Set<PersonalTable>()];
  const place = (entry: PersonalTable) => {
    if (met.has(entry)) return;
    met.add(entry);
    entries.filter((other) => refersTo(other.table, entry.table)).forEach(place);
    ordered.add(entry);
  };
  entries.forEach(place);
  return [...ordered];
}

/** All that is about people, in the order of an erasure. */
export function personalTablesOf(resources: readonly Resource[]): readonly PersonalTable[] {
  return [...referringFirst(resources.toReversed().flatMap(ofResource)), ...ofProduct];
}
