import { headers } from '../../contract/headers';
import { rowsAtOnce } from '../../server/lists/list';
import { toCents } from '../../server/money';
import type { AccountCall } from './calls';
import { type Act, type Decision, decisions, type Target } from './decisions';
import { History, type Outcome } from './history';
import { type Acknowledged, Acknowledgements, outcomeOf, type Reply, type Request, requestOf } from './wire';

/** An investor whose account is worked on. */
export interface Investor {
  userId: string;
  token: string;
}

interface Options {
  /** Sends a request; throws {@link NotSent} when nothing took it, and anything else when no answer came. */
  send: (request: Request) => Promise<Reply>;
  seed: number;
  investors: readonly Investor[];
  /** Clients of one account. */
  each: number;
  /** An administrator's token. */
  admin: string;
  /** What each client does before it ends by itself. */
  acts?: number;
}

/** Nothing took the connection: the request was certainly not carried out. */
export class NotSent extends Error {}

/** Requests that are given up on one account at most: each whose outcome stays unknown doubles what is to be checked. */
const mostGivenUp = 3;
/** Milliseconds before a request is sent again. */
const pause = 50;

const nameOf = (seed: number, { client, number }: Target) => `seed-${seed}-client-${client}-${number}`;

/**
 * Clients of several accounts that report, ask for, decide on, cancel, edit and read, one thing after the other, as the
 * seed says (tests/history/decisions.ts); every request is written down. One without an answer is sent again with the
 * same key, as a person behind a breaking connection does; a few are given up.
 */
export class Clients {
  readonly history = new History();
  /** Answers there should never be, whatever was done to the server; the client that got one has ended. */
  readonly mistakes: string[] = [];
  /** Requests that had to be sent again because they were not answered. */
  retries = 0;
  private readonly acknowledgements = new Acknowledgements();
  private readonly running: Promise<void>[];
  /** By the number of the account. */
  private readonly givenUp = new Map<number, number>();
  /** Transactions that were asked for, by the number of the account. */
  private readonly asked = new Map<number, number>();
  private stopping = false;

  constructor(private readonly options: Options) {
    this.running = options.investors.flatMap((investor, account) => {
      const numbers = Array.from({ length: options.each }, (_, index) => account * options.each + index);
      return numbers.map((number) =>
        this.act(new Client(number, account, investor), numbers).catch((error: unknown) => {
          this.mistakes.push(error instanceof Error ? error.message : String(error));
        }),
      );
    });
  }

  /** Transactions that the server has said it has; grows while they run. */
  get acknowledged(): Acknowledged[] {
    return [...this.acknowledgements.byName.values()];
  }

  /** Lets each finish what it is at. */
  stop(): void {
    this.stopping = true;
  }

  /** Waits until all have ended; each account is read a last time, so that nothing lost in the end goes unseen. */
  async finish(): Promise<void> {
    await Promise.all(this.running);
    const { investors } = this.options;
    await Promise.all(
      investors.map(async (investor, account) => {
        const reader = new Client(-1, account, investor);
        await this.ask(reader, { kind: 'readAccount' }, '', false);
        if (this.readsAtOnce(account)) await this.ask(reader, { kind: 'readTransactions' }, '', false);
      }),
    );
  }

  private async act(client: Client, others: readonly number[]): Promise<void> {
    const { seed, acts = Number.POSITIVE_INFINITY } = this.options;
    let count = 0;
    for (const decision of decisions(seed, client.number, others)) {
      if (this.stopping || count >= acts) return;
      count += 1;
      await this.carryOut(client, decision);
    }
  }

  private async carryOut(client: Client, { act, again, givesUp }: Decision): Promise<void> {
    const call = this.callOf(client, act);
    const id = 'name' in call ? (this.acknowledgements.byName.get(call.name)?.id ?? '') : '';
    const key = `${nameOf(this.options.seed, { client: client.number, number: client.requests })}-request`;
    client.requests += 1;
    const ask = () => this.ask(client, call, id, givesUp, key);
    await Promise.all(again === 'meanwhile' ? [ask(), ask()] : [ask()]);
    if (again === 'afterwards') await ask();
  }

  /** The call of an act. A transaction that is not there yet cannot be decided on; the account is read instead. */
  private callOf(client: Client, act: Act): AccountCall {
    const { seed } = this.options;
    switch (act.kind) {
      case 'create': {
        const { trxType, crypto } = act;
        const name = nameOf(seed, { client: client.number, number: client.created });
        client.created += 1;
        this.asked.set(client.account, (this.asked.get(client.account) ?? 0) + 1);
        const amount = toCents(act.amount);
        return {
          kind: 'create',
          transaction: { name, trxType, crypto, amount, plan: trxType === 'DEPOSIT' },
        };
      }
      case 'status':
      case 'cancel': {
        const known = this.acknowledgements.byName.get(nameOf(seed, act.target));
        if (!known) return { kind: 'readAccount' };
        const { name, version } = known;
        if (act.kind === 'cancel') return { kind: 'cancel', name };
        return { kind: 'status', name, status: act.status, ifMatch: act.ifMatch ? version : undefined };
      }
      case 'edit': {
        const ifMatch = act.ifMatch ? client.accountVersion : undefined;
        return { kind: 'edit', figures: { [act.field]: toCents(act.amount) }, ifMatch };
      }
      case 'readTransactions':
        return this.readsAtOnce(client.account) ? act : { kind: 'readAccount' };
      default:
        return act;
    }
  }

  /** A longer list is read in parts, which together are no moment of it; it may grow while it is asked for. */
  private readsAtOnce(account: number): boolean {
    return (this.asked.get(account) ?? 0) < rowsAtOnce / 2;
  }

  /** Sends a call until it is answered, or given up. */
  private async ask(
    client: Client,
    call: AccountCall,
    id: string,
    givesUp: boolean,
    key?: string,
  ): Promise<void> {
    const { account, investor } = client;
    const isWrite = call.kind !== 'readAccount' && call.kind !== 'readTransactions';
    const about = {
      account: String(account),
      client: String(client.number),
      call,
      key: isWrite ? key : undefined,
    };
    const ifMatch = 'ifMatch' in call ? call.ifMatch : undefined;
    const request: Request = {
      ...requestOf(call, investor.userId, id, { investor: investor.token, admin: this.options.admin }),
      headers: {
        ...(about.key !== undefined && { [headers.idempotencyKey]: about.key }),
        ...(ifMatch !== undefined && { [headers.ifMatch]: `"${ifMatch}"` }),
      },
    };
    for (;;) {
      const outcome = await this.history.record(about, () => this.attempt(call, request));
      if (outcome.kind === 'answered') {
        if (outcome.answer.kind === 'account') client.accountVersion = outcome.answer.version;
        return;
      }
      const givenUp = this.givenUp.get(account) ?? 0;
      if (outcome.kind === 'unknown' && isWrite && givesUp && givenUp < mostGivenUp) {
        this.givenUp.set(account, givenUp + 1);
        return;
      }
      if (outcome.kind !== 'in flight') this.retries += 1;
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }

  private async attempt(call: AccountCall, request: Request): Promise<Outcome> {
    let reply: Reply;
    try {
      reply = await this.options.send(request);
    } catch (error) {
      return { kind: error instanceof NotSent ? 'not sent' : 'unknown' };
    }
    const { status, errors } = reply;
    if (status >= 500 && status !== 503) {
      throw new Error(`${request.method} ${request.path}: ${status} ${errors[0]?.message}`);
    }
    return outcomeOf(call, reply, this.acknowledgements);
  }
}

/** What one of them knows. */
class Client {
  created = 0;
  requests = 0;
  /** The version that it has seen its account at. */
  accountVersion: number | undefined;

  constructor(
    readonly number: number,
    readonly account: number,
    readonly investor: Investor,
  ) {}
}
