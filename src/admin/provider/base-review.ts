import type { RaRecord } from 'ra-core';
import { sharedRefusals } from '../../../contract/messages';
import type { Review } from '../../../contract/review';
import type { Transaction } from '../../../contract/transaction';
import { ApiError } from '../../shared/api-error';
import { listSpecified } from './specified-provider';
import { accounts, transactions } from './specified-resources';
import { valueAt } from './value-at';

/** A review as far as a host can make one: others say less about the investor. */
export type SeenReview = Omit<Review, 'investor'> & {
  investor: Partial<Review['investor']> & Pick<Review['investor'], 'history'>;
};

type Listed = Transaction & RaRecord;

function historyOf(own: readonly Listed[]): Review['investor']['history'] {
  const kinds = new Map<string, Review['investor']['history'][number]>();
  for (const { trxType, status, amount } of own) {
    const kind = kinds.get(`${trxType} ${status}`) ?? { trxType, status, count: 0, sum: 0 };
    kinds.set(`${trxType} ${status}`, {
      ...kind,
      count: kind.count + 1,
      // Dollars of two decimals, which adding floats would lose.
      sum: Math.round((kind.sum + Number(amount)) * 100) / 100,
    });
  }
  return [...kinds.values()];
}

/** A figure of a host, as number or text; none where it has none. */
function figure(account: RaRecord | undefined, name: string): number | undefined {
  const value = valueAt(account, name);
  return value === undefined || value === null || value === '' ? undefined : Number(value);
}

/** What a transaction is decided by, made of the lists of a host that has no call for it. */
export async function reviewOfLists(trxId: string, signal: AbortSignal | undefined): Promise<SeenReview> {
  const [all, people] = await Promise.all([
    listSpecified(transactions, { signal }),
    listSpecified(accounts, { signal }),
  ]);
  const listed = all.data as Listed[];
  const transaction = listed.find(({ id }) => id === trxId);
  if (!transaction) {
    const message = sharedRefusals.notFound;
    throw new ApiError(404, [{ error: message, message, code: 'not_found' }]);
  }
  const { user, transactionId } = transaction;
  // Of somebody who is gone there is no address, and nobody else without one is that person.
  const isOfOwner = (address: unknown) => Boolean(user?.email) && address === user?.email;
  const account = people.data.find((each) => isOfOwner(valueAt(each, 'user.email')));
  const [balance, held] = [figure(account, 'balance'), figure(account, 'held')];
  const duplicates = transactionId
    ? listed.filter((each) => each.transactionId === transactionId && each.id !== trxId)
    : [];
  return {
    transaction,
    duplicates,
    duplicateCount: duplicates.length,
    investor: {
      ...(user?._id && { _id: user._id }),
      ...(balance !== undefined && { balance }),
      ...(held !== undefined && { held }),
      history: historyOf(listed.filter((each) => each === transaction || isOfOwner(each.user?.email))),
    },
  };
}
