import { eq, inArray } from 'drizzle-orm';
import { editableAccountFields } from '../../contract/account';
import { figureLabels } from '../../contract/chart';
import { proposalKindNames } from '../../contract/console-names';
import { currencyName } from '../../contract/currencies';
import { effectWords, type Told } from '../../contract/effect-text';
import type { BodyOf, EndpointName, Endpoints, ParamsOf } from '../../contract/endpoints';
import type { TrxStatus, UserType } from '../../contract/enums';
import { userTypeNames } from '../../contract/messages';
import type { Effect } from '../../contract/proposals';
import { takeoverFindingNames } from '../../contract/report-names';
import type { StatusChange } from '../../contract/transaction';
import { walletFields } from '../../contract/wallet';
import { z } from '../../contract/zod';
import type { Queries } from '../db/client';
import { transactions, wallets } from '../db/schema/money';
import { invitations, users } from '../db/schema/people';
import { factors } from '../db/schema/second-factor';
import { takeoverReports } from '../db/schema/sign-in';
import { proposals } from '../db/schema/writes';
import { refuse } from '../errors/refusal';
import { shownDollars, toDollars } from '../money';
import type { Act } from '../request';
import type { Json } from './canonical-json';

/** A text that tells about the people whom an act is about: kept so that who knows it can compare it until one is erased. */
export class PersonalText {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** Facts as they are told; personal texts are still to be hidden. */
export type Facts = Json | PersonalText | readonly Facts[] | { readonly [name: string]: Facts };

/** What an act would do, from the server's own data. */
export interface Described {
  /** For the person who is to confirm it. */
  summary: string;
  /** The facts behind the words, which are signed as well; no names of people and no addresses in clear. */
  on: Facts;
  /** The ids of whom it is about: with the first of them who is erased its personal texts are. */
  about: readonly string[];
  /** Of the record that the facts are of, where it has versions. */
  version?: number;
}

/** Of whom nothing else is said, an act is about the person who does it. */
type Said = Omit<Described, 'about'> & Partial<Pick<Described, 'about'>>;

interface Words<Call> {
  /** Fields of the body, at whatever depth, whose texts are kept as they are: ids and words of the contract. */
  plain?: readonly string[];
  /** Those that are a {@link PersonalText}. Of every other text nothing is kept that could be read, compared or guessed. */
  personal?: readonly string[];
  /** Throws `not_found` when there is nothing to act on. */
  describe(db: Queries, call: Call): Promise<Said>;
}

interface CallOf<N extends EndpointName> {
  userId: string;
  params: ParamsOf<Endpoints[N]>;
  body: BodyOf<Endpoints[N]>;
}

const inDollars = (cents: number) => shownDollars(toDollars(cents));

const said = (summary: string): Promise<Said> => Promise.resolve({ summary, on: null });
const saidOf = (userId: string, summary: string): Said => ({ summary, on: null, about: [userId] });

const verbs: Readonly<Record<TrxStatus, (what: string) => string>> = {
  CONFIRMED: (what) => `Confirm ${what}`,
  DECLINED: (what) => `Decline ${what}`,
  PENDING: (what) => `Set ${what} back to pending`,
};

type Row = typeof transactions.$inferSelect;

/** What a decision about a transaction is about, in figures. */
const factsOf = ({ id, userId, trxType, amount, crypto, wallet, status }: Row): Facts => ({
  _id: id,
  user: userId,
  trxType,
  cents: amount,
  crypto,
  address: wallet === null ? null : new PersonalText(wallet),
  status,
});

function decision({ acceptDuplicate, overrideHold }: Omit<StatusChange, 'status'>, row: Row): string {
  const was = row.status === 'CONFIRMED' ? ', which is confirmed' : '';
  const early = overrideHold ? ', before its hold has ended' : '';
  const twice = acceptDuplicate ? ', although another deposit may have its transaction id' : '';
  return was + early + twice;
}

async function personOf(db: Queries, userId: string): Promise<string> {
  const [person] = await db
    .select({ firstName: users.firstName, lastName: users.lastName, email: users.email })
    .from(users)
    .where(eq(users.id, userId));
  if (!person) throw refuse.notFound();
  return `${person.firstName} ${person.lastName} (${person.email})`;
}

/** "2 deposits, $900.00 in all": what there is of one type among transactions; nothing where there is none. */
function countOf(rows: readonly Row[], trxType: Row['trxType'], word: string): string[] {
  const found = rows.filter((row) => row.trxType === trxType);
  if (found.length === 0) return [];
  const sum = found.reduce((cents, { amount }) => cents + amount, 0);
  return [`${found.length} ${word}${found.length === 1 ? '' : 's'}, ${inDollars(sum)} in all`];
}

const figureNames = figureLabels(({ label }) => label);

/** What two administrators agree on, in a line: "Profit $0.00 to $5,000.00". */
function effectText(told: Told, { facts, changes }: Effect): string {
  const words = effectWords(told, { figures: figureNames, dollars: shownDollars, moment: inUtc });
  return [
    ...facts.map(({ name, value }) => `${words.name(name)} ${words.value(name, value)}`),
    ...changes.map(
      ({ name, before, after }) =>
        `${words.name(name)} ${words.value(name, before)} to ${words.value(name, after)}`,
    ),
  ].join(', ');
}

/** "2026-01-31 13:05:09 UTC": the server does not know the reader's clock. */
const inUtc = (moment: string) => `${moment.slice(0, 19).replace('T', ' ')} UTC`;

const roleOf = (type: UserType) => userTypeNames[type].toLowerCase();

/** Who is invited, and as what. */
async function invitedAs(db: Queries, id: string): Promise<string> {
  const [found] = await db
    .select({ email: invitations.email, type: invitations.type })
    .from(invitations)
    .where(eq(invitations.id, id));
  if (!found) throw refuse.notFound();
  return `${found.email} as ${roleOf(found.type)}`;
}

const ofContract: { readonly [N in EndpointName]?: Words<CallOf<N>> } = {
  changeStatus: {
    plain: ['status'],
    async describe(db, { params, body: { status, ...how } }) {
      const [row] = await db.select().from(transactions).where(eq(transactions.id, params.trxId));
      if (!row) throw refuse.notFound();
      const to = row.wallet === null ? '' : ` to ${row.wallet}`;
      const what = `the ${row.trxType.toLowerCase()} of ${inDollars(row.amount)} in ${currencyName(row.crypto)}${to}`;
      const whose = `by ${await personOf(db, row.userId)}`;
      const summary = `${verbs[status](`${what} ${whose}`)}${decision(how, row)}`;
      return { summary, on: factsOf(row), about: [row.userId], version: row.version };
    },
  },

  changeStatuses: {
    plain: ['status', '_id'],
    async describe(db, { body: { status, rows } }) {
      const ids = rows.map(({ _id }) => _id);
      const found = await db.select().from(transactions).where(inArray(transactions.id, ids));
      const byId = new Map(found.map((row) => [row.id, row]));
      const parts = [...countOf(found, 'DEPOSIT', 'deposit'), ...countOf(found, 'WITHDRAWAL', 'withdrawal')];
      const early = rows.filter(({ overrideHold }) => overrideHold).length;
      const twice = rows.filter(({ acceptDuplicate }) => acceptDuplicate).length;
      const what = [
        verbs[status](parts.join(' and ') || 'no transactions'),
        ...(early > 0 ? [`${early} before a hold has ended`] : []),
        ...(twice > 0 ? [`${twice} although another deposit may have the transaction id`] : []),
      ];
      const on = ids.map((_id) => {
        const row = byId.get(_id);
        return row ? factsOf(row) : null;
      });
      // In one order whenever it is asked: what is signed must come out the same.
      const about = [...new Set(found.map(({ userId }) => userId))].toSorted();
      return { summary: what.join('; '), on, ...(about.length > 0 && { about }) };
    },
  },

  editAccount: {
    async describe(db, { params, body }) {
      const figures = editableAccountFields.options.flatMap((field) => {
        const wanted = body[field];
        return wanted === undefined ? [] : [`${figureNames[field]} ${shownDollars(wanted)}`];
      });
      return saidOf(
        params.userId,
        `Set figures of the account of ${await personOf(db, params.userId)}: ${figures.join(', ')}`,
      );
    },
  },

  addAddress: {
    plain: ['crypto'],
    personal: ['address'],
    describe: (_, { body }) =>
      said(`Keep ${body.address} (${currencyName(body.crypto)}) as an address for your withdrawals`),
  },

  changePassword: { describe: () => said('Change your password, and end your other sessions') },
  startTotp: { describe: () => said('Begin to add an authenticator app to your account') },
  startPasskey: { describe: () => said('Begin to add a passkey to your account') },

  addFactor: {
    plain: ['kind', 'setupId'],
    describe: (_, { body }) =>
      said(
        `Add the ${body.proof.kind === 'totp' ? 'authenticator app' : 'passkey'} "${body.name}" to your account`,
      ),
  },

  removeFactor: {
    async describe(db, { params, userId }) {
      const [factor] = await db.select().from(factors).where(eq(factors.id, params.factorId));
      if (factor?.userId !== userId) throw refuse.notFound();
      return said(`Remove the second factor "${factor.name}" from your account`);
    },
  },

  inviteUser: {
    plain: ['type'],
    describe: (_, { body }) => said(`Invite ${body.email} as ${roleOf(body.type)}`),
  },
  sendInvitation: {
    describe: async (db, { params }) =>
      said(`Send the invitation of ${await invitedAs(db, params.invitationId)} again`),
  },
  revokeInvitation: {
    describe: async (db, { params }) =>
      said(`Take back the invitation of ${await invitedAs(db, params.invitationId)}`),
  },
  disableUser: {
    describe: async (db, { params }) => saidOf(params.userId, `Disable ${await personOf(db, params.userId)}`),
  },
  enableUser: {
    describe: async (db, { params }) =>
      saidOf(params.userId, `Enable ${await personOf(db, params.userId)} again`),
  },
  offboardUser: {
    describe: async (db, { params }) =>
      saidOf(params.userId, `Offboard ${await personOf(db, params.userId)}, for good`),
  },

  freezeAccount: {
    async describe(db, { params, body: { frozen } }) {
      const person = await personOf(db, params.userId);
      return saidOf(
        params.userId,
        frozen ? `Block withdrawals of ${person}` : `Let ${person} withdraw again`,
      );
    },
  },

  closeReport: {
    plain: ['finding', 'others'],
    async describe(db, { params, body: { finding, allowWithdrawals } }) {
      const [report] = await db
        .select({ userId: takeoverReports.userId })
        .from(takeoverReports)
        .where(eq(takeoverReports.id, params.reportId));
      if (!report) throw refuse.notFound();
      const close = `Close the report of ${await personOf(db, report.userId)}: ${takeoverFindingNames[finding]}`;
      return saidOf(report.userId, allowWithdrawals ? `${close}; and allow withdrawals again` : close);
    },
  },

  resetUserFactors: {
    describe: async (db, { params }) =>
      saidOf(params.userId, `Propose to remove all second factors of ${await personOf(db, params.userId)}`),
  },

  approveProposal: {
    async describe(db, { params }) {
      const [row] = await db.select().from(proposals).where(eq(proposals.id, params.proposalId));
      if (!row) throw refuse.notFound();
      const { kind, subjectType, effect, effectHash, proposerId, personId } = row;
      const about = personId === null ? '' : ` of ${await personOf(db, personId)}`;
      const proposer = await personOf(db, proposerId);
      return {
        summary: `Approve what ${proposer} proposed. ${proposalKindNames[kind]}${about}: ${effectText(row, effect)}`,
        // The hash of an invitation would tell its address to whoever guesses, and who is invited has no key yet.
        on: { kind, effectHash: subjectType === 'invitation' ? null : new PersonalText(effectHash) },
        ...(personId !== null && { about: [personId] }),
      };
    },
  },

  erasePerson: {
    describe: async (db, { params }) =>
      saidOf(params.userId, `Erase everything personal about ${await personOf(db, params.userId)}, for good`),
  },

  readOwnData: { describe: () => said('Download everything that is stored about you') },

  makeRecoveryCodes: { describe: () => said('Make new recovery codes, in place of all you have') },
};

const walletId = z.object({ id: z.string() });
const walletChange = z.object(walletFields).partial();
const platform = 'the platform address that investors pay to';

const ofResources: Readonly<Record<string, Words<Pick<Act, 'params' | 'body'>>>> = {
  'wallets.create': {
    plain: ['name', 'value'],
    describe(_, { body }) {
      const { name = '', value = '' } = walletChange.parse(body);
      return said(`Add ${platform} in ${currencyName(name)}: ${value}`);
    },
  },
  'wallets.update': {
    plain: ['name', 'value'],
    async describe(db, { params, body }) {
      const [wallet] = await db
        .select()
        .from(wallets)
        .where(eq(wallets.id, walletId.parse(params).id));
      if (!wallet) throw refuse.notFound();
      const { name = wallet.name, value = wallet.value, enabled = wallet.enabled } = walletChange.parse(body);
      const becomes =
        name === wallet.name && value === wallet.value ? '' : ` becomes ${value} in ${currencyName(name)}`;
      const use = enabled === wallet.enabled ? '' : enabled ? ', shown from now on' : ', shown no longer';
      return {
        summary: `Change ${platform} in ${currencyName(wallet.name)}: ${wallet.value}${becomes}${use}`,
        on: { name: wallet.name, value: wallet.value, enabled: wallet.enabled },
        version: wallet.version,
      };
    },
  },
};

/** The calls that have words of their own; any other is described by its summary in the documentation. */
const actWords: Readonly<Record<string, Words<{ userId: string; params: unknown; body: unknown }>>> = {
  ...ofContract,
  ...ofResources,
};

/** The names of those calls. */
export const callsWithWords: readonly string[] = Object.keys(actWords);

/** What an act would do. Throws `not_found` when there is nothing to act on. */
export async function describeAct(db: Queries, userId: string, act: Act): Promise<Described> {
  const { call, summary, params, body } = act;
  const words = Object.hasOwn(actWords, call) ? actWords[call] : undefined;
  return {
    about: [userId],
    ...(await (words ? words.describe(db, { userId, params, body }) : said(summary))),
  };
}

/** Which texts of an act's body are kept as they are, and which are personal. */
export function textsOf({ call }: Act): Pick<Words<never>, 'plain' | 'personal'> {
  return Object.hasOwn(actWords, call) ? (actWords[call] ?? {}) : {};
}
