import { type DataProvider, useDataProvider } from 'ra-core';
import type { AccountField, AdminAccount } from '../../../contract/account';
import type { ActProof } from '../../../contract/acts';
import type { Session } from '../../../contract/auth';
import type { BooksState, Offender } from '../../../contract/books';
import type { BookCheck, TrxStatus } from '../../../contract/enums';
import type { FigureDays, FiguresAt } from '../../../contract/figures';
import type { HistoryState } from '../../../contract/history';
import type { Home } from '../../../contract/home';
import type { FigureEntry } from '../../../contract/ledger';
import type { Agreements } from '../../../contract/legal';
import type { Invitation, Invite, PersonRecord } from '../../../contract/people';
import type { Erasure } from '../../../contract/personal-data';
import type { BulkChange, BulkPreviewRequest, BulkRow } from '../../../contract/preview';
import type { Proposal, ProposalView, SentForApproval } from '../../../contract/proposals';
import type { StatusPreview } from '../../../contract/review';
import type { SecurityPolicy } from '../../../contract/security';
import type { Statement, Statements } from '../../../contract/statements';
import type { ReportClosing, ReportDetails } from '../../../contract/takeover';
import { call, callFile, callList } from '../../shared/api';
import type { Span } from '../../shared/figures/figure-history';
import { lazyCode } from '../../shared/loading/lazy-code';
import { isNotOffered, withHttpErrors } from '../failure';
import { madeOf, newlySent } from '../sent-for-approval';
import type { SeenBulkPreview, SeenBulkRow } from './base-bulk';
import { orOnBaseCalls, saysNone } from './base-calls';
import type { SeenReview } from './base-review';
import { callWrite, recordName } from './send-write';

interface Read {
  signal?: AbortSignal | undefined;
}

/** Rows of a list that are read together; `first` counts from 0. */
interface Rows {
  first: number;
  count: number;
}

interface Page<T> {
  data: T[];
  /** How many there are in all, where the host says so. */
  total?: number;
}

/** Why an administrator does it; the console asks when it is left out. */
interface Reasoned {
  reason?: string | undefined;
}

export interface FreezeRequest extends Reasoned {
  userId: string;
  frozen: boolean;
  /** Of the account that was seen; that of the pages when it is left out. */
  version?: number | undefined;
}

export interface EndSessionsRequest extends Reasoned {
  userId: string;
  /** One alone; all of them when it is left out. */
  sessionId?: string | undefined;
}

/** What is done to the standing of a person. */
export type StandingAct = 'disable' | 'enable' | 'offboard';

export interface StandingRequest extends Reasoned {
  userId: string;
  act: StandingAct;
  /** Of the person who was seen; that of the pages when it is left out. */
  version?: number | undefined;
}

/** Nobody is invited without a reason. */
export interface InviteRequest extends Invite {
  reason: string;
}

export interface InvitationRequest extends Reasoned {
  invitationId: string;
}

export interface CloseReportRequest extends ReportClosing {
  reportId: string;
  reason: string;
}

export interface ErasureRequest extends Reasoned {
  userId: string;
  /** The address of the person's mail, as the administrator has typed it. */
  email: string;
}

export interface BulkChangeRequest extends Pick<BulkChange, 'status'>, Reasoned {
  rows: SeenBulkRow[];
}

export type DecisionRequest = { proposalId: string; reason?: string | undefined } & (
  | { decision: 'approve'; effectHash: string }
  | { decision: 'decline' | 'withdraw' }
);

/**
 * What the console asks of the host besides the records of react-admin. All of it throws HttpError, as the methods for
 * records do.
 */
export interface ConsoleCalls {
  /** Which calls the host has, as `offeredAs` names them (contract/calls.ts); none said besides the base calls is none. */
  readOffered(request: Read): Promise<string[]>;
  /** Which documents a person has agreed to, and which are open. */
  readDocuments(request: { userId: string } & Read): Promise<Agreements>;
  /** Where a person is signed in, the last seen first. */
  listSessions(request: { userId: string } & Read): Promise<Session[]>;
  /** Ends one session of a person, or all. */
  endSessions(request: EndSessionsRequest): Promise<void>;
  /** Lets a person sign in no more, or again. */
  changeStanding(request: StandingRequest): Promise<PersonRecord>;
  /** Invites an administrator or an auditor. */
  invite(request: InviteRequest): Promise<Invitation>;
  /** Sends an invitation again, with another link. */
  sendInvitation(request: InvitationRequest): Promise<Invitation>;
  /** Takes an invitation back. */
  revokeInvitation(request: InvitationRequest): Promise<void>;
  /** Whether everything personal about somebody can be erased, and what stands in the way. */
  readErasure(request: { userId: string } & Read): Promise<Erasure>;
  /** Erases everything personal about somebody; the books stay. */
  erasePerson(request: ErasureRequest): Promise<Erasure>;
  /** The entries behind a figure of an account, the newest first. */
  listEntries(request: { userId: string; field: AccountField } & Rows & Read): Promise<Page<FigureEntry>>;
  /** The figures of an account over time, and as of a moment. */
  listFigureDays(request: { userId: string } & Span & Read): Promise<FigureDays>;
  readFigures(request: { userId: string; at: string } & Read): Promise<FiguresAt>;
  /** The same of the sums of all accounts. */
  listAllFigureDays(request: Span & Read): Promise<FigureDays>;
  readAllFigures(request: { at: string } & Read): Promise<FiguresAt>;
  /** The statements of an account, the newest first; one of them; and the same as a PDF document. */
  listStatements(request: { userId: string } & Read): Promise<Statements>;
  readStatement(request: { userId: string; period: string } & Read): Promise<Statement>;
  printStatement(request: { userId: string; period: string }): Promise<Blob>;
  /** Blocks the withdrawals of an investor, or allows them. */
  freezeAccount(request: FreezeRequest): Promise<AdminAccount>;
  /** What a status would do to the account; null where the host cannot say. */
  previewStatus(request: { trxId: string; status: TrxStatus } & Read): Promise<StatusPreview | null>;
  /** What a status would do to many. */
  previewStatuses(request: BulkPreviewRequest & Read): Promise<SeenBulkPreview>;
  /**
   * Sets the status of previewed rows, each only in the version that was previewed. May answer the first of them alone: what
   * is missing is to be asked for again.
   */
  changeStatuses(request: BulkChangeRequest): Promise<BulkRow[]>;
  /** A transaction with all that a decision on it needs. */
  readReview(request: { trxId: string } & Read): Promise<SeenReview>;
  /** What is kept of an act that a passkey has signed. */
  readActProof(request: { proofId: string }): Promise<ActProof>;
  /** Proposes to remove the second factors of a person who has lost them. */
  resetFactors(request: { userId: string; reason: string }): Promise<SentForApproval>;
  /** A proposal with what it would do now. */
  readProposal(request: { proposalId: string } & Read): Promise<ProposalView>;
  /** Approves the effect that was seen, declines, or takes back an own proposal. */
  decideProposal(request: DecisionRequest): Promise<Proposal>;
  /** What waits, what came and went, how the books stand; null where the host cannot say. */
  readHome(request: Read): Promise<Home | null>;
  /** How the books stand; begins to check what changed since the last check. */
  readBooks(request: Read): Promise<BooksState>;
  /** Begins to check all accounts anew. */
  recheckBooks(request: Read): Promise<BooksState>;
  /** The sealed history; null where the host has none. */
  readHistory(request: Read): Promise<HistoryState | null>;
  /** Begins to check all of it anew. */
  checkHistory(request: Read): Promise<HistoryState>;
  /** The rows that break an invariant. */
  listOffenders(request: { check: BookCheck } & Rows & Read): Promise<Page<Offender>>;
  /** A report "This was not me" with what the account did around it. */
  readReport(request: { reportId: string } & Read): Promise<ReportDetails>;
  /** Closes it, and others with it, and maybe lets the account withdraw again. */
  closeReport(request: CloseReportRequest): Promise<ReportDetails>;
  /** How long security events are kept, and when somebody is told. */
  readSecurityPolicy(request: Read): Promise<SecurityPolicy>;
}

/** The console's data provider: whatever it asks of the host is one of these calls. */
export type ConsoleDataProvider = DataProvider & ConsoleCalls;

/** The data provider of the console, with all of its calls. */
export const useConsoleProvider = () => useDataProvider<ConsoleDataProvider>();

function rangeOf({ first, count }: Rows): string {
  return JSON.stringify([first, first + count - 1]);
}

const standingCalls = { disable: 'disableUser', enable: 'enableUser', offboard: 'offboardUser' } as const;

/** What a failed read answers where the host has no such call: nothing. Throws any other failure. */
function nullOfNone(error: unknown): null {
  if (isNotOffered(error)) return null;
  throw error;
}

/** Fetched on hosts of the base calls alone. */
const loadBulk = lazyCode(() => import('./base-bulk'));
const loadReview = lazyCode(() => import('./base-review'));

export const consoleCalls: ConsoleCalls = {
  readOffered: ({ signal }) =>
    withHttpErrors(() => call('listOffered', { signal })).catch((error: unknown) => {
      if (saysNone(error)) return [];
      throw error;
    }),

  readDocuments: ({ userId, signal }) =>
    withHttpErrors(() => call('readUserDocuments', { params: { userId }, signal })),

  listSessions: ({ userId, signal }) =>
    withHttpErrors(() => call('listUserSessions', { params: { userId }, signal })),

  endSessions: ({ userId, sessionId, reason }) =>
    withHttpErrors(async () => {
      if (sessionId === undefined) await callWrite('endUserSessions', { params: { userId }, reason });
      else
        await callWrite('endUserSession', { params: { userId, sessionId }, reason }, [
          { record: recordName('sessions', sessionId), deletes: true },
        ]);
    }),

  changeStanding: ({ userId, act, version, reason }) =>
    withHttpErrors(async () =>
      madeOf(
        await callWrite(standingCalls[act], { params: { userId }, reason, ifMatch: version }, [
          { record: recordName('users', userId), ifMatch: version },
        ]),
      ),
    ),

  invite: ({ reason, ...body }) =>
    withHttpErrors(async () => madeOf(await callWrite('inviteUser', { body, reason }))),

  sendInvitation: ({ reason, ...params }) =>
    withHttpErrors(() => callWrite('sendInvitation', { params, reason })),

  revokeInvitation: ({ reason, ...params }) =>
    withHttpErrors(async () => {
      await callWrite('revokeInvitation', { params, reason });
    }),

  readErasure: ({ userId, signal }) =>
    withHttpErrors(() => call('readErasure', { params: { userId }, signal })),

  erasePerson: ({ userId, email, reason }) =>
    withHttpErrors(() => callWrite('erasePerson', { params: { userId }, body: { email }, reason })),

  listEntries: ({ userId, field, signal, ...rows }) =>
    withHttpErrors(() =>
      callList('listEntries', {
        params: { userId },
        query: {
          filter: JSON.stringify({ field }),
          sort: JSON.stringify(['createdAt', 'DESC']),
          range: rangeOf(rows),
        },
        signal,
      }),
    ),

  listFigureDays: ({ userId, from, to, signal }) =>
    withHttpErrors(() => call('listFigureDays', { params: { userId }, query: { from, to }, signal })),

  readFigures: ({ userId, at, signal }) =>
    withHttpErrors(() => call('readFigures', { params: { userId }, query: { at }, signal })),

  listAllFigureDays: ({ from, to, signal }) =>
    withHttpErrors(() => call('listAllFigureDays', { query: { from, to }, signal })),

  readAllFigures: ({ at, signal }) => withHttpErrors(() => call('readAllFigures', { query: { at }, signal })),

  listStatements: ({ userId, signal }) =>
    withHttpErrors(() => call('listStatements', { params: { userId }, signal })),

  readStatement: ({ signal, ...params }) => withHttpErrors(() => call('readStatement', { params, signal })),

  printStatement: (params) => withHttpErrors(() => callFile('printStatement', { params })),

  freezeAccount: ({ userId, frozen, version, reason }) =>
    withHttpErrors(() =>
      callWrite('freezeAccount', { params: { userId }, body: { frozen }, reason, ifMatch: version }, [
        { record: recordName('accounts', userId), ifMatch: version },
      ]),
    ),

  // The base calls have none for these (docs/rules.md, "Other hosts").
  previewStatus: ({ trxId, status, signal }) =>
    orOnBaseCalls(
      'previewStatus',
      () => call('previewStatus', { params: { trxId }, body: { status }, signal }),
      async () => null,
      // A host may have the call for some transactions alone.
    ).catch(nullOfNone),

  previewStatuses: ({ signal, ...body }) =>
    orOnBaseCalls<SeenBulkPreview>(
      'previewStatuses',
      () => call('previewStatuses', { body, signal }),
      async () => (await loadBulk()).previewOnList(body, signal),
    ),

  changeStatuses: ({ status, rows, reason }) =>
    orOnBaseCalls(
      'changeStatuses',
      () =>
        callWrite(
          'changeStatuses',
          { body: { status, rows: rows.map((row) => ({ ...row, version: row.version ?? 0 })) }, reason },
          rows.map(({ _id, version }) => ({ record: recordName('transactions', _id), ifMatch: version })),
        ),
      async () => (await loadBulk()).changeEach({ status, rows, reason }),
    ),

  readReview: ({ trxId, signal }) =>
    orOnBaseCalls(
      'readReview',
      () => call('readReview', { params: { trxId }, signal }),
      async () => (await loadReview()).reviewOfLists(trxId, signal),
    ),

  readActProof: ({ proofId }) => withHttpErrors(() => call('readActProof', { params: { proofId } })),
  resetFactors: ({ userId, reason }) =>
    withHttpErrors(async () =>
      newlySent(await callWrite('resetUserFactors', { params: { userId }, reason })),
    ),

  readProposal: ({ proposalId, signal }) =>
    withHttpErrors(() => call('readProposal', { params: { proposalId }, signal })),

  decideProposal: ({ proposalId, reason, ...request }) =>
    withHttpErrors(() => {
      const options = { params: { proposalId }, reason };
      if (request.decision === 'approve') {
        return callWrite('approveProposal', { ...options, body: { effectHash: request.effectHash } });
      }
      return callWrite(request.decision === 'decline' ? 'declineProposal' : 'withdrawProposal', options);
    }),

  readHome: ({ signal }) => withHttpErrors(() => call('readHome', { signal })).catch(nullOfNone),

  readBooks: ({ signal }) => withHttpErrors(() => call('readBooks', { signal })),

  recheckBooks: ({ signal }) => withHttpErrors(() => call('recheckBooks', { signal })),

  readHistory: ({ signal }) => withHttpErrors(() => call('readHistory', { signal })).catch(nullOfNone),

  checkHistory: ({ signal }) => withHttpErrors(() => call('checkHistory', { signal })),

  listOffenders: ({ check, signal, ...rows }) =>
    withHttpErrors(() =>
      callList('listOffenders', { params: { check }, query: { range: rangeOf(rows) }, signal }),
    ),

  readReport: ({ reportId, signal }) =>
    withHttpErrors(() => call('readReport', { params: { reportId }, signal })),

  closeReport: ({ reportId, reason, ...body }) =>
    withHttpErrors(() => callWrite('closeReport', { params: { reportId }, body, reason })),

  readSecurityPolicy: ({ signal }) => withHttpErrors(() => call('readSecurityPolicy', { signal })),
};
