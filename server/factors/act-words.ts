import { createHash } from 'node:crypto';
import { eq, inArray } from 'drizzle-orm';
import { editableAccountFields } from '../../contract/account';
import { figureLabels } from '../../contract/chart';
import { proposalKindNames, takeoverFindingNames } from '../../contract/console-names';
import { currencyName } from '../../contract/currencies';
import type { BodyOf, EndpointName, Endpoints, ParamsOf } from '../../contract/endpoints';
import type { TrxStatus, UserType } from '../../contract/enums';
import { userTypeNames } from '../../contract/messages';
import type { Effect } from '../../contract/proposals';
import type { StatusChange } from '../../contract/transaction';
import { walletFields } from '../../contract/wallet';
import { z } from '../../contract/zod';
import type { Queries } from '../db/client';
import { factors, invitations, proposals, takeoverReports, transactions, users, wallets } from '../db/schema';
import { refuse } from '../errors/refusal';
import type { Act } from '../request';
import type { Json } from './canonical-json';

/** What an act would do, from the server's own data. */
export interface Described {
  /** For the person who is to confirm it. */
  summary: string;
  /** The facts behind the words, which are signed as well; no names of people and no addresses in clear. */
  on: Json;
}

interface Words<Call> {
  /** Fields of the body, at whatever depth, whose texts are kept as they are: ids and words of the contract. */
  plain?: readonly string[];
  /** Those kept as their SHA-256. Of every other text nothing is kept that could be read or guessed. */
  hashed?: readonly string[];
  /** Throws `not_found` when there is nothing to act on. */
  describe(db: Queries, call: Call): Promise<Described>;
}

interface CallOf<N extends EndpointName> {
  userId: string;
  params: ParamsOf<Endpoints[N]>;
  body: BodyOf<Endpoints[N]>;
}

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
const inDollars = (cents: number) => dollars.format(cents / 100);

/** SHA-256 of a text, as it stands in a signed act. */
export const sha256 = (text: string): Json => ({ sha256: createHash('sha256').update(text).digest('hex') });

const said = (summary: string): Promise<Described> => Promise.resolve({ summary, on: null });

const verbs: Readonly<Record<TrxStatus, (what: string) => string>> = {
  CONFIRMED: (what) => `Confirm ${what}`,
  DECLINED: (what) => `Decline ${what}`,
  PENDING: (what) => `Set ${what} back to pending`,
};

type Row = typeof transactions.$inferSelect;

/** What a decision about a transaction is about, in figures. */
const factsOf = ({ id, userId, trxType, amount, crypto, wallet, status }: Row): Json => ({
  _id: id,
  user: userId,
  trxType,
  cents: amount,
  crypto,
  address: wallet === null ? null : sha256(wallet),
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

/** What two administrators agree on, in a line: "profit 0 to 5000". */
function effectText({ facts, changes }: Effect): string {
  return [
    ...facts.map(({ name, value }) => `${name} ${value}`),
    ...changes.map(({ name, before, after }) => `${name} ${before ?? 'nothing'} to ${after ?? 'nothing'}`),
  ].join(', ');
}

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

const figureNames = figureLabels(({ label }) => label);

const ofContract: { readonly [N in EndpointName]?: Words<CallOf<N>> } = {
  changeStatus: {
    plain: ['status'],
    async describe(db, { params, body: { status, ...how } }) {
      const [row] = await db.select().from(transactions).where(eq(transactions.id, params.trxId));
      if (!row) throw refuse.notFound();
      const to = row.wallet === null ? '' : ` to ${row.wallet}`;
      const what = `the ${row.trxType.toLowerCase()} of ${inDollars(row.amount)} in ${currencyName(row.crypto)}${to}`;
      const whose = `by ${await personOf(db, row.userId)}`;
      return { summary: `${verbs[status](`${what} ${whose}`)}${decision(how, row)}`, on: factsOf(row) };
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
      return { summary: what.join('; '), on };
    },
  },

  editAccount: {
    async describe(db, { params, body }) {
      const figures = editableAccountFields.options.flatMap((field) => {
        const wanted = body[field];
        return wanted === undefined ? [] : [`${figureNames[field]} ${dollars.format(wanted)}`];
      });
      return said(
        `Set figures of the account of ${await personOf(db, params.userId)}: ${figures.join(', ')}`,
      );
    },
  },

  addAddress: {
    plain: ['crypto'],
    hashed: ['address'],
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
    hashed: ['email'],
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
    describe: async (db, { params }) => said(`Disable ${await personOf(db, params.userId)}`),
  },
  enableUser: {
    describe: async (db, { params }) => said(`Enable ${await personOf(db, params.userId)} again`),
  },
  offboardUser: {
    describe: async (db, { params }) => said(`Offboard ${await personOf(db, params.userId)}, for good`),
  },

  freezeAccount: {
    async describe(db, { params, body: { frozen } }) {
      const person = await personOf(db, params.userId);
      return said(frozen ? `Block withdrawals of ${person}` : `Let ${person} withdraw again`);
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
      return said(allowWithdrawals ? `${close}; and allow withdrawals again` : close);
    },
  },

  resetUserFactors: {
    describe: async (db, { params }) =>
      said(`Propose to remove all second factors of ${await personOf(db, params.userId)}`),
  },

  approveProposal: {
    plain: ['effectHash'],
    async describe(db, { params }) {
      const [row] = await db.select().from(proposals).where(eq(proposals.id, params.proposalId));
      if (!row) throw refuse.notFound();
      const { kind, effect, effectHash, proposerId, personId } = row;
      const about = personId === null ? '' : ` of ${await personOf(db, personId)}`;
      const proposer = await personOf(db, proposerId);
      return {
        summary: `Approve what ${proposer} proposed. ${proposalKindNames[kind]}${about}: ${effectText(effect)}`,
        on: { kind, effectHash },
      };
    },
  },

  erasePerson: {
    hashed: ['email'],
    describe: async (db, { params }) =>
      said(`Erase everything personal about ${await personOf(db, params.userId)}, for good`),
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
export function describeAct(db: Queries, userId: string, act: Act): Promise<Described> {
  const { call, summary, params, body } = act;
  const words = Object.hasOwn(actWords, call) ? actWords[call] : undefined;
  return words ? words.describe(db, { userId, params, body }) : said(summary);
}

/** Which texts of an act's body are kept as they are, and which as their SHA-256. */
export function textsOf({ call }: Act): Pick<Words<never>, 'plain' | 'hashed'> {
  return Object.hasOwn(actWords, call) ? (actWords[call] ?? {}) : {};
}
