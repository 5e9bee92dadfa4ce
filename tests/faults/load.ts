import { randomUUID } from 'node:crypto';
import type { TrxStatus } from '../../contract/enums';
import type { TransactionCreate } from '../../contract/transaction';
import { z } from '../../contract/zod';
import { buildDeposit, buildWithdrawal } from '../builders';
import { HttpRefusal, send, signIn, signUp } from './requests';
import { adminSignIn } from './victim';

/** A transaction that the server has said it has. */
export interface Acknowledged {
  id: string;
  /** Its idempotency key, and its reference or address: two rows with one mark are a doubled write. */
  mark: string;
  /** The last status that was acknowledged. */
  status: TrxStatus;
}

export interface Load {
  /** Transactions acknowledged so far; grows while it runs. */
  acknowledged: Acknowledged[];
  /** Requests that had to be sent again. */
  retries(): number;
  /** Answers there should never be: neither a success nor one that asks to be tried again. */
  refusals: string[];
  /** Finishes what is under way. */
  stop(): Promise<void>;
}

interface LoadOptions {
  address: string;
  clients: number;
  /** The text of the mail to an address, once it is there. */
  textOf: (email: string) => Promise<string>;
}

const transactionSchema = z.object({ _id: z.string() });

/** What becomes of withdrawals, in turn; a deposit is always confirmed. */
const fates: TrxStatus[] = ['CONFIRMED', 'DECLINED', 'PENDING'];

/**
 * Investors that deposit and withdraw and an administrator who decides, over and over; each sends a write again with
 * the same key until it is answered: what a person behind a breaking connection does.
 */
export async function startLoad({ address, clients, textOf }: LoadOptions): Promise<Load> {
  const acknowledged: Acknowledged[] = [];
  const refusals: string[] = [];
  let retries = 0;
  let stopping = false;
  const admin = await signIn(address, adminSignIn);

  async function write(
    method: string,
    path: string,
    token: string,
    key: string,
    body: unknown,
  ): Promise<unknown> {
    for (;;) {
      try {
        const headers = { authorization: `Bearer ${token}`, 'idempotency-key': key };
        return await send(address, method, path, body, headers);
      } catch (error) {
        if (error instanceof HttpRefusal && !error.passes) throw error;
        retries += 1;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    }
  }

  async function transact(token: string, mark: string, body: TransactionCreate, fate: TrxStatus) {
    const reply = await write('POST', '/api/transaction/create', token, mark, body);
    const entry: Acknowledged = { id: transactionSchema.parse(reply)._id, mark, status: 'PENDING' };
    acknowledged.push(entry);
    if (fate === 'PENDING') return;
    await write('PUT', `/api/transaction/${entry.id}`, admin, randomUUID(), { status: fate });
    entry.status = fate;
  }

  async function client(token: string): Promise<void> {
    for (let turn = 0; !stopping; turn += 1) {
      const reference = randomUUID();
      // More than a withdrawal needs and takes, so that none is refused.
      const deposit = buildDeposit({ amount: 150 + (turn % 100), transactionId: reference });
      await transact(token, reference, deposit, 'CONFIRMED');
      if (turn % 2 === 0 || stopping) continue;
      const wallet = randomUUID();
      const fate = fates[(turn >> 1) % fates.length] ?? 'PENDING';
      await transact(token, wallet, buildWithdrawal({ amount: 40, wallet }), fate);
    }
  }

  const tokens = await Promise.all(
    Array.from({ length: clients }, (_, index) => signUp(address, `client-${index}@example.com`, textOf)),
  );
  const running = tokens.map((token) =>
    client(token).catch((error: unknown) => {
      refusals.push(error instanceof Error ? error.message : String(error));
    }),
  );
  return {
    acknowledged,
    refusals,
    retries: () => retries,
    async stop() {
      stopping = true;
      await Promise.all(running);
    },
  };
}
