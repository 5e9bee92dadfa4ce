import { randomUUID } from 'node:crypto';
import { type Call, calls } from '../../contract/calls';
import { limits } from '../../contract/limits';
import { dataOf, mustRefuse, NotTried, type Reply, send, Wrong } from './client';
import { type ConsoleList, consoleLists, hasPages } from './list-pages';
import * as shapes from './shapes';

export interface Credentials {
  email: string;
  password: string;
}

export interface Asked {
  /** Without a slash at its end. */
  host: string;
  admin?: Credentials | { token: string } | undefined;
  investor?: Credentials | { token: string } | undefined;
  /** Whether calls that change something are tried. */
  write: boolean;
}

/** Who was signed in so far. */
export interface Tokens {
  admin?: string;
  investor?: string;
}

export interface Check {
  name: keyof typeof calls;
  /** It changes something: only with --write. */
  writes?: true;
  /** What was found to be right, in words. Throws Wrong or NotTried. */
  run(): Promise<string>;
}

/** The call with its parameters filled in. */
function callOf(name: keyof typeof calls, ...ids: string[]): string {
  const { method, path }: Call = calls[name];
  let next = 0;
  return `${method} ${path.replace(/:\w+/g, () => encodeURIComponent(ids[next++] ?? ''))}`;
}

/** Nobody's: addresses under .invalid reach nobody. */
const nobody = { email: 'nobody@conformance.invalid', password: 'no password at all' };
const refusals = [400, 401, 403, 404, 409, 410, 422];
const withoutSession = refusals.filter((status) => status !== 401);
const times = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`;

/** 1 more, or 1 less where that is too much for an amount. In cents: 0.14 + 1 is 1.1400000000000001 to floats. */
function movedByOne(dollars: number): number {
  const cents = Math.round(dollars * 100);
  const raised = (cents + 100) / 100;
  return raised > limits.maxAmount ? (cents - 100) / 100 : raised;
}

/** The checks of the base calls, in an order in which each finds what those before it have left. */
export function baseChecks(asked: Asked, tokens: Tokens): Check[] {
  const { host } = asked;
  const ask = (name: keyof typeof calls, token?: string, body?: unknown, ...ids: string[]): Promise<Reply> =>
    send(host, callOf(name, ...ids), { token, body });
  const of = (who: keyof Tokens): string => {
    const token = tokens[who];
    if (!token)
      throw new NotTried(`nobody is signed in as ${who === 'admin' ? 'administrator' : 'investor'}`);
    return token;
  };

  async function signIn(who: keyof Tokens): Promise<string | undefined> {
    const given = asked[who];
    if (!given) return undefined;
    const token = 'token' in given ? given.token : dataOf(await ask('login', undefined, given), shapes.token);
    const type = shapes.typeOf(token);
    if ((type === 'admin') !== (who === 'admin'))
      throw new Wrong(`the token of the ${who} says the type "${type}"`);
    tokens[who] = token;
    return `${who}'s token`;
  }

  /** A list of the console: whole when it is called bare, for administrators alone, and in pages where it says so. */
  async function list<Row>(name: keyof typeof consoleLists, kind: ConsoleList<Row>): Promise<string> {
    const rows = dataOf(await ask(name, of('admin')), kind.shape);
    mustRefuse(await ask(name), [401], 'somebody who is not signed in');
    if (tokens.investor) {
      const { status, body } = await ask(name, tokens.investor);
      const data = typeof body === 'object' && body !== null ? Reflect.get(body, 'data') : undefined;
      if (status < 300 && Array.isArray(data) && data.length > 0)
        throw new Wrong('an investor is shown what is for administrators');
      if (status === 401)
        throw new Wrong('an investor is answered 401, which signs out; 403 says "not this"');
    }
    const asAdmin = (query: string) => send(host, `${callOf(name)}?${query}`, { token: of('admin') });
    const pages = await hasPages(kind, rows, asAdmin);
    return `${times(rows.length, 'row')}, ${pages ? 'and pages of them' : 'always whole: the pages sort, filter and cut them'}`;
  }

  /** The investor's account as administrators see it. */
  async function ownAccount() {
    const { email } = dataOf(await ask('readUser', of('investor')), shapes.user);
    const all = dataOf(await ask('listAccounts', of('admin')), shapes.accounts);
    const found = all.find(({ user }) => user.email === email);
    if (!found) throw new Wrong('the account of the investor is not in the list of accounts');
    return found;
  }

  const transactionId = `conformance-${randomUUID()}`;
  const newcomer = `conformance-${randomUUID()}@conformance.invalid`;

  return [
    {
      name: 'login',
      async run() {
        mustRefuse(await ask('login', undefined, nobody), [401], 'a wrong password');
        const signed = [await signIn('admin'), await signIn('investor')].filter(Boolean);
        if (signed.length === 0) throw new NotTried('no credentials were given; a wrong password is refused');
        return `${signed.join(' and ')}; a wrong password is refused`;
      },
    },
    {
      name: 'readUser',
      async run() {
        mustRefuse(await ask('readUser'), [401], 'somebody who is not signed in');
        mustRefuse(await ask('readUser', 'a.wrong.token'), [401], 'a wrong token');
        const token = tokens.investor ?? of('admin');
        const { email } = dataOf(await ask('readUser', token), shapes.user);
        return email;
      },
    },
    {
      name: 'readAccount',
      async run() {
        const { balance } = dataOf(await ask('readAccount', of('investor')), shapes.account);
        return `a balance of ${balance}`;
      },
    },
    {
      name: 'listOwnTransactions',
      run: async () =>
        times(dataOf(await ask('listOwnTransactions', of('investor')), shapes.ownTransactions).length, 'row'),
    },
    {
      name: 'listWallets',
      run: async () =>
        times(dataOf(await ask('listWallets', of('investor')), shapes.wallets).length, 'currencies').replace(
          /s$/,
          '',
        ),
    },
    { name: 'listUsers', run: () => list('listUsers', consoleLists.listUsers) },
    { name: 'listTransactions', run: () => list('listTransactions', consoleLists.listTransactions) },
    { name: 'listAccounts', run: () => list('listAccounts', consoleLists.listAccounts) },
    {
      name: 'register',
      writes: true,
      async run() {
        mustRefuse(await ask('register', undefined, {}), withoutSession, 'an empty form');
        const person = {
          ...{ firstName: 'Conformance', lastName: 'Check', email: newcomer, password: randomUUID() },
          ...{ phoneNumber: '+44 20 7946 0000', country: 'United Kingdom' },
        };
        dataOf(await ask('register', undefined, person), shapes.anything);
        return `registered ${newcomer}, whom nobody can verify`;
      },
    },
    {
      name: 'resendOtp',
      writes: true,
      async run() {
        const body = { email: newcomer, activity: 'verify_email' };
        const reply = await ask('resendOtp', undefined, body);
        // Many hosts make people wait before they send another code.
        if (reply.status !== 429) dataOf(reply, shapes.anything);
        return 'another code';
      },
    },
    {
      name: 'verifyEmail',
      writes: true,
      async run() {
        const body = { email: newcomer, otp: '000000' };
        mustRefuse(await ask('verifyEmail', undefined, body), withoutSession, 'a wrong code');
        return 'a wrong code is refused';
      },
    },
    {
      name: 'verifyPasswordOtp',
      writes: true,
      async run() {
        const body = { email: nobody.email, otp: '000000' };
        mustRefuse(await ask('verifyPasswordOtp', undefined, body), withoutSession, 'a wrong code');
        return 'a wrong code is refused';
      },
    },
    {
      name: 'resetPassword',
      writes: true,
      async run() {
        const body = { password: randomUUID(), token: 'no-such-token' };
        mustRefuse(await ask('resetPassword', undefined, body), withoutSession, 'a wrong token');
        return 'a wrong token is refused';
      },
    },
    {
      name: 'updateUser',
      writes: true,
      async run() {
        const { lastName } = dataOf(await ask('readUser', of('investor')), shapes.user);
        dataOf(await ask('updateUser', of('investor'), { lastName }), shapes.anything);
        return 'the name it has';
      },
    },
    {
      name: 'changePassword',
      writes: true,
      async run() {
        const body = { oldPassword: randomUUID(), newPassword: randomUUID() };
        mustRefuse(await ask('changePassword', of('investor'), body), withoutSession, 'a wrong old password');
        return 'a wrong old password is refused';
      },
    },
    {
      name: 'createTransaction',
      writes: true,
      async run() {
        const deposit = { trxType: 'DEPOSIT', amount: 150, plan: 'basic', crypto: 'bitcoin', transactionId };
        dataOf(await ask('createTransaction', of('investor'), deposit), shapes.anything);
        const all = dataOf(await ask('listOwnTransactions', of('investor')), shapes.ownTransactions);
        if (!all.some((each) => each.transactionId === transactionId))
          throw new Wrong('the deposit is not in the list of own transactions');
        return `a deposit of 150 with the transaction id ${transactionId}`;
      },
    },
    {
      name: 'changeStatus',
      writes: true,
      async run() {
        const read = async () =>
          dataOf(await ask('listTransactions', of('admin')), shapes.transactions).find(
            (each) => each.transactionId === transactionId,
          );
        const made = await read();
        if (!made) throw new NotTried('the deposit of this check is not in the list');
        const wanted = { _id: made._id, status: 'DECLINED' as const };
        const answered = dataOf(
          await ask('changeStatus', of('admin'), { status: 'DECLINED' }, made._id),
          shapes.changedStatus,
        );
        if (answered._id !== wanted._id || answered.status !== wanted.status)
          throw new Wrong('the answer does not name the transaction and its new status');
        if ((await read())?.status !== 'DECLINED') throw new Wrong('the list does not have the new status');
        return 'declined that deposit';
      },
    },
    {
      name: 'editAccount',
      writes: true,
      async run() {
        const { user, profit } = await ownAccount();
        const before = Number(profit);
        const set = async (value: number) => {
          dataOf(await ask('editAccount', of('admin'), { profit: value }, user._id), shapes.anything);
          const now = Number((await ownAccount()).profit);
          if (now !== value) throw new Wrong(`the profit is ${now} after it was set to ${value}`);
        };
        const moved = movedByOne(before);
        await set(moved);
        await set(before);
        return `a profit was ${moved > before ? 'raised' : 'lowered'} by 1 and set back`;
      },
    },
  ];
}
