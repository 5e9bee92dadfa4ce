import { randomUUID } from 'node:crypto';
import { z } from '../../contract/zod';
import { buildDeposit, buildRegistration } from '../builders';
import { adminSignIn, type Victim } from './victim';

/** A deposit that the server has said it has. */
export interface Acknowledged {
  id: string;
  /** Its idempotency key, and its reference: whoever finds two with one reference has found a doubled one. */
  key: string;
  confirmed: boolean;
}

export interface Load {
  /** Deposits acknowledged so far; grows while it runs. */
  acknowledged: Acknowledged[];
  /** Requests that had to be sent again. */
  retries(): number;
  /** Refusals that a client could do nothing about: there should be none. */
  refusals: string[];
  /** Finishes what is under way. */
  stop(): Promise<void>;
}

const replySchema = z.object({ data: z.unknown() });
const transactionSchema = z.object({ _id: z.string() });
const mailsSchema = z.object({ data: z.array(z.object({ to: z.string(), text: z.string() })) });

async function send(
  victim: Victim,
  method: string,
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<unknown> {
  const response = await fetch(victim.address + path, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(15_000),
  });
  const text = await response.text();
  if (!response.ok) throw new HttpRefusal(response.status, text);
  return replySchema.parse(JSON.parse(text)).data;
}

class HttpRefusal extends Error {
  constructor(
    readonly status: number,
    body: string,
  ) {
    super(`${status} ${body}`);
  }

  /** Whether sending the same again is the thing to do. */
  get passes(): boolean {
    return this.status >= 500 || this.status === 409 || this.status === 429;
  }
}

/** Registers and verifies an investor; answers the token. */
async function signUp(victim: Victim, email: string): Promise<string> {
  await send(victim, 'POST', '/api/user/create', buildRegistration({ email }));
  for (let waited = 0; waited < 10_000; waited += 50) {
    const mails = mailsSchema.parse(await (await fetch(`${victim.address}/dev/mailbox.json`)).json());
    const otp = /\b\d{6}\b/.exec(mails.data.find(({ to }) => to === email)?.text ?? '')?.[0];
    if (otp !== undefined) {
      return z.string().parse(await send(victim, 'POST', '/api/auth/verify-email', { email, otp }));
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`No code came for ${email}`);
}

/**
 * Clients that deposit and let an administrator confirm, over and over, and send a write again with the same key until
 * it is answered: what a person behind a breaking connection does.
 */
export async function startLoad(victim: Victim, clients: number): Promise<Load> {
  const acknowledged: Acknowledged[] = [];
  const refusals: string[] = [];
  let retries = 0;
  let stopping = false;
  const admin = z.string().parse(await send(victim, 'POST', '/api/user/login', adminSignIn));

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
        return await send(victim, method, path, body, headers);
      } catch (error) {
        if (error instanceof HttpRefusal && !error.passes) throw error;
        retries += 1;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    }
  }

  async function client(token: string): Promise<void> {
    while (!stopping) {
      const key = randomUUID();
      const deposit = buildDeposit({ amount: 1 + (retries % 100), transactionId: key });
      const { _id: id } = transactionSchema.parse(
        await write('POST', '/api/transaction/create', token, key, deposit),
      );
      const entry: Acknowledged = { id, key, confirmed: false };
      acknowledged.push(entry);
      await write('PUT', `/api/transaction/${id}`, admin, randomUUID(), { status: 'CONFIRMED' });
      entry.confirmed = true;
    }
  }

  const tokens = await Promise.all(
    Array.from({ length: clients }, (_, index) => signUp(victim, `client-${index}@example.com`)),
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
