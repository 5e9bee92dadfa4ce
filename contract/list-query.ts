import { accountFieldNames, moneyFieldNames } from './chart';
import { recordOf } from './record-of';
import type { listQuerySchema } from './wire';
import type { z } from './zod';

export type ListQuery = z.infer<typeof listQuerySchema>;

/** How far whole numbers go: 16 bits, 32 bits, or as far as JSON has them exactly. */
export type WholeKind = 'smallint' | 'integer' | 'bigint';

/** Numbers by what their column holds, to equal or to be bounded by; of cents in dollars. */
export type NumberKind = WholeKind | `${WholeKind}Cents` | 'real' | 'double' | 'numeric';

/**
 * What a filter on a field means: `q` in names and addresses, equality or one of, true or false, bounds by `_gte` and
 * `_lte`; `countedIds` are ids that are counted up, `amountRange` has dollars as bounds.
 */
export type FilterKind =
  | 'search'
  | 'equals'
  | 'ids'
  | 'countedIds'
  | 'flag'
  | 'dateRange'
  | 'amountRange'
  | NumberKind;

/**
 * What a list can be sorted and filtered by. The keys are field names of the reply, dotted when nested; `id` is its `_id`,
 * by which every list is sorted for whoever knows no other field of it, as react-admin's references do.
 */
export interface ListSpec {
  sortable: readonly ['id', ...string[]];
  filterable: Readonly<Record<string, FilterKind>>;
  /** The order of a list that names none. */
  defaultSort: readonly [field: string, order: 'ASC' | 'DESC'];
}

export const userList = {
  sortable: ['id', 'firstName', 'lastName', 'email', 'phoneNumber', 'country', 'createdAt'],
  filterable: {
    q: 'search',
    id: 'ids',
    type: 'equals',
    standing: 'equals',
    country: 'equals',
    createdAt: 'dateRange',
  },
  defaultSort: ['createdAt', 'DESC'],
} as const satisfies ListSpec;

export const accountList = {
  sortable: ['id', 'user.firstName', 'user.lastName', 'user.email', ...accountFieldNames],
  filterable: { q: 'search', id: 'ids', ...recordOf(moneyFieldNames, () => 'amountRange' as const) },
  defaultSort: ['user.lastName', 'ASC'],
} as const satisfies ListSpec;

/** The transactions of all investors, for administrators. */
export const transactionList = {
  sortable: [
    'id',
    'createdAt',
    'amount',
    'status',
    'trxType',
    'crypto',
    'plan',
    'user.firstName',
    'user.lastName',
    'user.email',
  ],
  filterable: {
    q: 'search',
    id: 'ids',
    userId: 'ids',
    status: 'equals',
    trxType: 'equals',
    crypto: 'equals',
    plan: 'equals',
    amount: 'amountRange',
    createdAt: 'dateRange',
    updatedAt: 'dateRange',
  },
  defaultSort: ['createdAt', 'DESC'],
} as const satisfies ListSpec;

/** An investor's own transactions. */
export const ownTransactionList = {
  sortable: ['id', 'createdAt', 'amount', 'status', 'trxType', 'crypto', 'plan'],
  filterable: {
    id: 'ids',
    status: 'equals',
    trxType: 'equals',
    crypto: 'equals',
    plan: 'equals',
    amount: 'amountRange',
    createdAt: 'dateRange',
  },
  defaultSort: ['createdAt', 'DESC'],
} as const satisfies ListSpec;

/** The ledger entries behind the figures of an account; `field` names one or more of them, none means all. */
export const entryList = {
  sortable: ['id', 'createdAt'],
  filterable: { field: 'equals', createdAt: 'dateRange' },
  defaultSort: ['createdAt', 'DESC'],
} as const satisfies ListSpec;

/** The audit log. With `subjectId` name the `subjectType` as well: the two are looked up together. */
export const auditList = {
  sortable: ['id', 'at'],
  filterable: {
    q: 'search',
    id: 'countedIds',
    actorId: 'ids',
    personId: 'ids',
    action: 'equals',
    subjectType: 'equals',
    subjectId: 'equals',
    requestId: 'equals',
    at: 'dateRange',
  },
  defaultSort: ['at', 'DESC'],
} as const satisfies ListSpec;

/** Proposals. What waits has no `decidedAt`, and stands before what was decided when that is sorted downwards. */
export const proposalList = {
  sortable: ['id', 'createdAt', 'decidedAt'],
  filterable: {
    q: 'search',
    id: 'ids',
    kind: 'equals',
    status: 'equals',
    proposerId: 'ids',
    personId: 'ids',
    subjectId: 'equals',
    createdAt: 'dateRange',
  },
  defaultSort: ['decidedAt', 'DESC'],
} as const satisfies ListSpec;

/** Security events: sign-ins, refusals, limits that were reached. */
export const securityList = {
  sortable: ['id', 'at'],
  filterable: {
    q: 'search',
    id: 'countedIds',
    kind: 'equals',
    userId: 'ids',
    email: 'equals',
    ip: 'equals',
    network: 'equals',
    requestId: 'equals',
    at: 'dateRange',
  },
  defaultSort: ['at', 'DESC'],
} as const satisfies ListSpec;

/** Invitations that are open or have expired. */
export const invitationList = {
  sortable: ['id', 'createdAt', 'expiresAt', 'email'],
  filterable: { q: 'search', id: 'ids', type: 'equals', createdAt: 'dateRange' },
  defaultSort: ['createdAt', 'DESC'],
} as const satisfies ListSpec;

/** Reports "This was not me". */
export const reportList = {
  sortable: ['id', 'reportedAt'],
  filterable: {
    q: 'search',
    id: 'ids',
    userId: 'ids',
    state: 'equals',
    about: 'equals',
    reportedAt: 'dateRange',
  },
  defaultSort: ['reportedAt', 'DESC'],
} as const satisfies ListSpec;

/** The mails that are kept (`RETENTION_MAILS`). */
export const mailList = {
  sortable: ['id', 'createdAt'],
  filterable: {
    q: 'search',
    id: 'ids',
    state: 'equals',
    recipient: 'equals',
    userId: 'ids',
    createdAt: 'dateRange',
  },
  defaultSort: ['createdAt', 'DESC'],
} as const satisfies ListSpec;

/** The rows that break an invariant of the books. */
export const offenderList = {
  sortable: ['id'],
  filterable: {},
  defaultSort: ['id', 'ASC'],
} as const satisfies ListSpec;
