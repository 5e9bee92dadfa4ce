import { Clients, type Investor } from '../history/clients';
import { checkHistory } from '../history/history';
import { exchange, readUserId, signIn, signUp } from './requests';
import { adminSignIn } from './victim';

interface LoadOptions {
  address: string;
  /** Decides what every client does (tests/history/decisions.ts). */
  seed: number;
  accounts: number;
  /** Clients of one account. */
  each: number;
  /** Begins the addresses of its people, where there are other people already. */
  prefix?: string;
  /** The text of the mail to an address, once it is there. */
  textOf: (email: string) => Promise<string>;
}

/** Signs people up and lets clients work on their accounts until they are told to stop. */
export async function startLoad({
  address,
  seed,
  accounts,
  each,
  prefix = '',
  textOf,
}: LoadOptions): Promise<Clients> {
  const admin = await signIn(address, adminSignIn);
  const investors = await Promise.all(
    Array.from({ length: accounts }, async (_, index): Promise<Investor> => {
      const token = await signUp(address, `${prefix}client-${index}@example.com`, textOf);
      return { token, userId: await readUserId(address, token) };
    }),
  );
  return new Clients({ send: (request) => exchange(address, request), seed, investors, each, admin });
}

/**
 * Stops the clients and says what is wrong with their history, and in a line how much of it there was. `withLists`: whether the
 * lists that they have read are a part of it.
 */
export async function examineHistory(load: Clients, withLists = true): Promise<string[]> {
  load.stop();
  await load.finish();
  const attempts = load.history.attempts.filter(({ call }) => withLists || call.kind !== 'readTransactions');
  const { operations, accounts, milliseconds, failures } = checkHistory(attempts);
  const unknown = attempts.filter(({ outcome }) => outcome.kind === 'unknown').length;
  console.log(
    `history: ${operations} operations on ${accounts} accounts in ${attempts.length} requests, ${unknown} without an answer; checked in ${Math.round(milliseconds)} ms, ${failures.length === 0 ? 'linearizable' : 'NOT LINEARIZABLE'}`,
  );
  return failures;
}
