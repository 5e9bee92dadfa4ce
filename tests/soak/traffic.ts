import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { SimpleFaker } from '@faker-js/faker';
import { calls } from '../../contract/calls';
import { headers } from '../../contract/headers';
import { proofSchema } from '../../contract/proof';
import { transactionSchema, type Transaction as WireTransaction } from '../../contract/transaction';
import { z } from '../../contract/zod';
import { buildDeposit, buildWithdrawal } from '../builders';
import { Acknowledgements } from '../history/wire';
import { picture } from '../support/images';
import { patient } from '../support/patience';
import type { Answer, Ask, Connections } from './http';
import type { Point } from './judgement';
import { type People, type Person, password } from './people';
import { Problems } from './problems';

/** A request of the mix. */
interface Act {
  name: string;
  ask: Ask;
  /** Of success; any other is not expected. */
  status: number;
  /** Told the data of a success. */
  done?: (data: unknown) => void;
}

/** Out of a hundred requests. Decisions keep up with what is reported. */
const shares = {
  'front page': 8,
  'own account': 29.5,
  'own transactions': 12,
  'own entries': 5,
  'own profile': 8,
  'all transactions': 7,
  'all people': 4,
  'all accounts': 3,
  'operators home': 1,
  deposit: 6,
  withdrawal: 3,
  decision: 10,
  edit: 3,
  'sign-in': 0.5,
} as const;
type ActName = keyof typeof shares;

/** Milliseconds between two looks at what is due. */
const tick = 10;
/** Seconds; with so many seconds' requests without an answer, the next ones are not sent. */
const mostBehind = 10;
/** Milliseconds that an image may look for a place. */
const longestUpload = 120_000;
/** Dollars that each investor has at the start, so that no withdrawal is refused. */
const balance = 1_000_000;

const dataSchema = z.object({ data: z.unknown() });
const page = (query: Record<string, unknown>) =>
  `?${new URLSearchParams(Object.entries(query).map(([key, value]): [string, string] => [key, JSON.stringify(value)]))}`;
const firstPage = page({ range: [0, 19], sort: ['createdAt', 'DESC'] });

/** Takes its people in turn, so that each does as much as the others. */
function inTurn(people: readonly Person[]): () => Person {
  let turn = 0;
  return () => {
    const person = people[turn % people.length];
    turn += 1;
    if (!person) throw new Error('There is nobody');
    return person;
  };
}

/**
 * Mixed requests at a constant rate, whether the ones before were answered or not; each answer is timed from when its
 * request was due. The seed decides which come after each other.
 */
export class Traffic {
  /** Milliseconds that each answer took, at when its request was due. */
  readonly answered: Point[] = [];
  readonly uploads = { sent: 0, stored: 0, told: 0, slowest: 0 };
  readonly problems = new Problems();
  readonly counts = new Map<string, number>();
  private readonly acknowledgements = new Acknowledgements();
  /** Waiting for a decision, the one that waits longest first. */
  private readonly pending: WireTransaction[] = [];
  private readonly random = new SimpleFaker();
  private readonly investor: () => Person;
  private readonly uploader: () => Person;
  private readonly admin: () => Person;
  private readonly visitor: () => Person;
  private readonly running: Promise<void>[] = [];
  private image = Buffer.alloc(0);
  private stopping = false;
  private open = 0;

  constructor(
    private readonly connections: Connections,
    private readonly people: People,
    seed: number,
  ) {
    this.random.seed(seed);
    this.investor = inTurn(people.investors);
    this.uploader = inTurn(people.investors);
    this.admin = inTurn(people.admins);
    this.visitor = inTurn(people.visitors);
  }

  /** Transactions that the server has said it has. */
  get acknowledged() {
    return [...this.acknowledgements.byName.values()];
  }

  /** Gives each investor a balance, and makes the image that is uploaded. */
  async prepare(): Promise<void> {
    this.image = await picture(800, 600).jpeg({ quality: 80 }).toBuffer();
    for (const { id } of this.people.investors) await this.send(this.edit(id, { balance }));
    this.answered.length = 0;
    this.counts.clear();
    const [problem] = this.problems.counts.keys();
    if (problem !== undefined) throw new Error(problem);
  }

  start(rate: number): void {
    this.running.push(this.keepPace(rate));
  }

  /** So many images at once; a deposit names each. Answers when all are through. */
  async uploadAtOnce(count: number): Promise<void> {
    await Promise.all(Array.from({ length: count }, () => this.upload(this.uploader())));
  }

  async stop(): Promise<void> {
    this.stopping = true;
    await Promise.all(this.running);
    for (let waited = 0; this.open > 0 && waited < patient(60_000); waited += tick) await delay(tick);
    if (this.open > 0) this.problems.add(`${this.open} requests have no answer`);
  }

  private async keepPace(rate: number): Promise<void> {
    const begun = performance.now();
    for (let made = 0; !this.stopping; ) {
      const due = Math.floor(((performance.now() - begun) / 1_000) * rate);
      for (; made < due; made += 1) {
        const name = this.random.helpers.weightedArrayElement(
          (Object.keys(shares) as ActName[]).map((value) => ({ value, weight: shares[value] })),
        );
        if (this.open >= mostBehind * rate)
          this.problems.add(`not sent: ${mostBehind * rate} requests were without an answer`);
        else void this.send(this.act(name), begun + (made * 1_000) / rate);
      }
      await delay(tick);
    }
  }

  private act(name: ActName): Act {
    const read = (path: string, { token, from }: Person): Act => ({
      name,
      ask: { method: 'GET', path, token, from },
      status: 200,
    });
    switch (name) {
      case 'front page':
        return { name, ask: { method: 'GET', path: '/', from: this.investor().from }, status: 200 };
      case 'own account':
        return read(calls.readAccount.path, this.investor());
      case 'own transactions':
        return read(calls.listOwnTransactions.path + firstPage, this.investor());
      case 'own entries':
        return read(calls.listOwnEntries.path + page({ range: [0, 19] }), this.investor());
      case 'own profile':
        return read(calls.readUser.path, this.investor());
      case 'all transactions':
        return read(calls.listTransactions.path + firstPage, this.admin());
      case 'all people':
        return read(calls.listUsers.path + firstPage, this.admin());
      case 'all accounts':
        return read(calls.listAccounts.path + page({ range: [0, 19] }), this.admin());
      case 'operators home':
        return read(calls.readHome.path, this.admin());
      case 'deposit':
        return this.create(name, this.investor(), buildDeposit());
      case 'withdrawal':
        return this.create(name, this.investor(), buildWithdrawal({ wallet: `soak-${randomUUID()}` }));
      case 'decision':
        return this.decision(name) ?? read(calls.listTransactions.path + firstPage, this.admin());
      case 'edit': {
        const profit = this.random.number.int(100_000) / 100;
        return this.edit(this.investor().id, { profit });
      }
      case 'sign-in':
        return this.signIn(this.visitor());
    }
  }

  private write(
    name: string,
    { method, path }: { method: string; path: string },
    { token, from }: Person,
    body: object,
  ): Act {
    return {
      name,
      ask: {
        method,
        path,
        token,
        from,
        body: JSON.stringify(body),
        headers: { [headers.idempotencyKey]: randomUUID() },
      },
      status: 200,
    };
  }

  private create(name: string, person: Person, body: object): Act {
    const { method, path, status } = calls.createTransaction;
    return {
      ...this.write(name, { method, path }, person, body),
      status,
      done: (data) => {
        const made = transactionSchema.parse(data);
        this.acknowledgements.take(made);
        this.pending.push(made);
      },
    };
  }

  private decision(name: string): Act | undefined {
    const waiting = this.pending.shift();
    if (!waiting) return undefined;
    const { method, path } = calls.changeStatus;
    const status = this.random.number.int(9) === 0 ? 'DECLINED' : 'CONFIRMED';
    const act = this.write(name, { method, path: path.replace(':trxId', waiting._id) }, this.admin(), {
      status,
    });
    act.ask.headers = {
      ...act.ask.headers,
      [headers.ifMatch]: `"${waiting.version}"`,
      [headers.reason]: 'soak',
    };
    return { ...act, done: (data) => void this.acknowledgements.take(transactionSchema.parse(data)) };
  }

  private edit(userId: string, figures: object): Act {
    const { method, path } = calls.editAccount;
    const act = this.write('edit', { method, path: path.replace(':userId', userId) }, this.admin(), figures);
    act.ask.headers = { ...act.ask.headers, [headers.reason]: 'soak' };
    return act;
  }

  /** Signs in, and out again once that is answered. */
  private signIn(person: Person): Act {
    const { method, path } = calls.login;
    return {
      name: 'sign-in',
      ask: {
        method,
        path,
        from: person.from,
        body: JSON.stringify({ email: person.email, password }),
        headers: { 'user-agent': 'Soak' },
      },
      status: 200,
      done: (data) => {
        const token = z.string().parse(data);
        const { method, path } = calls.logout;
        void this.send(this.write('sign-out', { method, path }, { ...person, token }, {}));
      },
    };
  }

  private async send({ name, ask, status, done }: Act, due = performance.now()): Promise<void> {
    this.open += 1;
    try {
      const answer = await this.connections.ask(ask);
      this.answered.push({ at: due, value: performance.now() - due });
      this.counts.set(name, (this.counts.get(name) ?? 0) + 1);
      if (answer.status !== status) this.problems.add(`${name}: ${wordsOf(answer)}`);
      else if (done) done(dataSchema.parse(JSON.parse(answer.body)).data);
    } catch (error) {
      this.problems.add(`${name}: ${error instanceof Error ? error.message : String(error)}`);
    } finally {
      this.open -= 1;
    }
  }

  /** Sends an image until there is a place for it, and then the deposit that names it. */
  private async upload(person: Person): Promise<void> {
    const { method, path, status } = calls.uploadProof;
    const begun = performance.now();
    this.uploads.sent += 1;
    try {
      while (performance.now() - begun < patient(longestUpload)) {
        const answer = await this.connections.ask({
          ...{ method, path, token: person.token, from: person.from, body: this.image },
          headers: { 'content-type': 'image/jpeg' },
        });
        if (answer.status === 503 && answer.headers[headers.retryAfter] !== undefined) {
          // There is room for a few at once; the others are told when to come again.
          this.uploads.told += 1;
          await delay(Number(answer.headers[headers.retryAfter]) * 1_000 + this.random.number.int(500));
          continue;
        }
        if (answer.status !== status) return this.problems.add(`upload: ${wordsOf(answer)}`);
        this.uploads.stored += 1;
        this.uploads.slowest = Math.max(this.uploads.slowest, performance.now() - begun);
        const { imageUrl } = proofSchema.parse(dataSchema.parse(JSON.parse(answer.body)).data);
        return await this.send(this.create('deposit with a proof', person, buildDeposit({ imageUrl })));
      }
      this.problems.add('upload: never found a place');
    } catch (error) {
      this.problems.add(`upload: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
}

const wordsOf = ({ status, body }: Answer) => `${status} ${body.slice(0, 200)}`;
