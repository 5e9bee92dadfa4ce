import { accountList, type ListSpec, transactionList, userList } from '../../../contract/list-query';

/** Which part of a list is asked for; the last one is known from the total of the first. */
export type Where = 'first' | 'second' | 'page 25' | 'middle' | 'last';

export interface ListCall {
  list: ListName;
  kind: 'sort' | 'filter' | 'search';
  sort: [field: string, order: 'ASC' | 'DESC'];
  filter: Record<string, unknown>;
  where: Where;
}

export const lists = {
  users: { path: '/api/user/users', spec: userList },
  accounts: { path: '/api/account/all', spec: accountList },
  transactions: { path: '/api/transaction/transactions', spec: transactionList },
} as const satisfies Record<string, { path: string; spec: ListSpec }>;
export type ListName = keyof typeof lists;

export const pageSize = 20;

const filters: Record<ListName, Record<string, unknown>[]> = {
  users: [
    { type: 'admin' },
    { type: 'investor' },
    { country: 'Norway' },
    { country: ['Norway', 'Chile'], type: 'investor' },
    { createdAt_gte: '2022-06-01' },
    { createdAt_gte: '2022-06-01', createdAt_lte: '2022-06-02' },
    { country: 'Japan', createdAt_lte: '2022-03-01' },
  ],
  accounts: [
    { balance_gte: 1_000 },
    { balance_gte: 200_000 },
    { balance_lte: 0 },
    { held_gte: 1 },
    { held_gte: 1, balance_gte: 50_000 },
  ],
  transactions: [
    { status: 'PENDING' },
    { status: 'CONFIRMED' },
    { status: ['PENDING', 'DECLINED'] },
    { trxType: 'WITHDRAWAL' },
    { trxType: 'WITHDRAWAL', plan: 'gold' },
    { crypto: 'ethereum' },
    { plan: 'basic' },
    { status: 'PENDING', trxType: 'WITHDRAWAL', crypto: 'bitcoin' },
    { status: 'DECLINED', trxType: 'DEPOSIT', plan: ['gold', 'diamond'] },
    { amount_gte: 45_000 },
    { amount_gte: 5_000 },
    { amount_gte: 2_000, amount_lte: 2_010 },
    { createdAt_gte: '2025-12-31' },
    { createdAt_gte: '2024-03-01', createdAt_lte: '2024-03-31' },
    { createdAt_lte: '2025-06-30' },
    { status: 'PENDING', createdAt_gte: '2025-01-01' },
    { status: 'CONFIRMED', amount_gte: 40_000, crypto: 'bitcoin' },
    { createdAt_gte: '2024-01-01', createdAt_lte: '2024-12-31', amount_gte: 49_000 },
    { status: 'CONFIRMED', updatedAt_gte: '2025-03-04', updatedAt_lte: '2025-03-04' },
    { status: 'CONFIRMED', trxType: 'DEPOSIT', updatedAt_gte: '2025-03-04', updatedAt_lte: '2025-03-04' },
  ],
};

/** Common and rare, of one and more letters and words, and some that nobody has. */
const searches = [
  'a',
  'e',
  'q',
  'xq',
  'an',
  'ada',
  'smith',
  'SMITH anna',
  'smith 77',
  '@example.com',
  'ann.smith',
  'zz',
  '%',
  'müller',
  'nobody at all',
];

/** Filters that go with a search now and then. */
const besides: Record<ListName, Record<string, unknown>> = {
  users: { country: 'Norway' },
  accounts: { balance_gte: 1_000 },
  transactions: { status: 'PENDING' },
};

/** Sorts beside the default one under which filters and searches are asked. */
const sorts: Record<ListName, ListCall['sort'][]> = {
  users: [
    ['createdAt', 'DESC'],
    ['lastName', 'ASC'],
    ['country', 'DESC'],
  ],
  accounts: [
    ['user.lastName', 'ASC'],
    ['balance', 'DESC'],
    ['user.email', 'ASC'],
  ],
  transactions: [
    ['createdAt', 'DESC'],
    ['amount', 'DESC'],
    ['user.lastName', 'ASC'],
    ['status', 'ASC'],
  ],
};

/** The calls of the measurement: every sort both ways, and filters and searches under the usual ones. */
export function listCalls(): ListCall[] {
  const names = Object.keys(lists) as ListName[];
  return names.flatMap((list) => [
    ...lists[list].spec.sortable.flatMap((field) =>
      (['ASC', 'DESC'] as const).flatMap((order) =>
        (['first', 'second', 'page 25', 'middle', 'last'] as const).map(
          (where): ListCall => ({ list, kind: 'sort', sort: [field, order], filter: {}, where }),
        ),
      ),
    ),
    ...sorts[list].flatMap((sort) => [
      ...filters[list].flatMap((filter) =>
        (['first', 'page 25', 'last'] as const).map(
          (where): ListCall => ({ list, kind: 'filter', sort, filter, where }),
        ),
      ),
      ...searches.flatMap((q) => [
        ...(['first', 'page 25', 'last'] as const).map(
          (where): ListCall => ({ list, kind: 'search', sort, filter: { q }, where }),
        ),
        { list, kind: 'search', sort, filter: { q, ...besides[list] }, where: 'first' } satisfies ListCall,
      ]),
    ]),
  ]);
}
