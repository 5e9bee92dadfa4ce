import type { Account } from '../../../contract/account';
import { accountFieldNames } from '../../../contract/chart';
import { recordOf } from '../../../contract/record-of';
import { buildUser } from '../../shared/testing/build-user';
import {
  type Answer,
  type Received,
  type StandInHost,
  startStandInHost,
} from '../../shared/testing/stand-in-host';

/** For tests: the account that the host answers when nothing else is said. */
export const account: Account = {
  _id: 'a-1',
  ...recordOf(accountFieldNames, () => 0),
  balance: 5_000,
  profit: 120.5,
  walletBalance: 5_120.5,
  bitcoin: 5_000,
  frozenAt: null,
  version: 1,
};

const person = buildUser({ phoneNumber: null, country: null });

const wallets = [
  { _id: 'w-1', name: 'bitcoin', value: 'bc1qsampleaddressinfull00000000000000000042', demo: true },
];

interface Answers {
  /** The address of bitcoin; may be changed between requests. */
  bitcoin?: string;
  /** May be changed between requests. */
  account?: Partial<Account>;
  /** What POST /api/transaction/create answers; may be changed between requests. */
  create?: (request: Received) => Answer;
  /** What GET /api/transaction/all answers. */
  transactions?: (request: Received) => Answer;
  /** What GET /api/account/entries answers. */
  entries?: (request: Received) => Answer;
  /** Answers any other path; what it leaves open is not found. */
  more?: (request: Received) => Answer | undefined;
}

/** For tests: a host with one investor, Ada Lovelace, and one sample address for bitcoin. */
export function startInvestorHost(answers: Answers = {}): Promise<StandInHost> {
  return startStandInHost((request) => {
    const path = request.path.split('?')[0];
    if (path === '/api/user') return { body: { data: person } };
    if (path === '/api/account') return { body: { data: { ...account, ...answers.account } } };
    if (path === '/api/account/entries') return answers.entries?.(request) ?? { body: { data: [] } };
    if (path === '/api/wallets') {
      return {
        body: { data: wallets.map((wallet) => ({ ...wallet, value: answers.bitcoin ?? wallet.value })) },
      };
    }
    if (path === '/api/transaction/all') return answers.transactions?.(request) ?? { body: { data: [] } };
    if (path === '/api/transaction/create') {
      return answers.create?.(request) ?? { status: 201, body: { data: { _id: 't-1' } } };
    }
    return (
      answers.more?.(request) ?? {
        status: 404,
        body: { errors: [{ error: 'Not found', message: 'Not found', code: 'not_found' }] },
      }
    );
  });
}

/** For tests: the requests that would have made a transaction, with their idempotency keys. */
export function submissions(host: StandInHost): { key: unknown; body: unknown }[] {
  return host.received
    .filter((request) => request.path === '/api/transaction/create')
    .map((request) => ({ key: request.headers['idempotency-key'], body: request.body }));
}
