import { createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { enumValues } from '../../contract/enum-values';
import { dollars } from '../../contract/fields';
import { type Data, emptyAccount, figureNames, newId, type Person, type Transaction, wallets } from './data';

export interface Question {
  params: Readonly<Record<string, string>>;
  body: Readonly<Record<string, unknown>>;
  token: string | undefined;
}

export interface Answer {
  status: number;
  body: unknown;
  headers?: Readonly<Record<string, string>>;
}

/** The calls by 'METHOD /path' as the base calls have them. */
export type Answers = Readonly<Record<string, (question: Question) => Answer>>;

const ok = (data: unknown, status = 200): Answer => ({ status, body: { data } });
/** A refusal says `error` alone: clients read that or `message`. */
export const refused = (status: number, error: string): Answer => ({ status, body: { errors: [{ error }] } });

const unauthorized = refused(401, 'Please sign in');
const text = (value: unknown) => (typeof value === 'string' ? value : '');

/** Tokens: a payload that names the type, signed. */
function createTokens() {
  const key = randomBytes(32);
  const sign = (content: string) => createHmac('sha256', key).update(content).digest('base64url');
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return {
    issue(person: Person): string {
      const content = `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ user: { type: person.type }, sub: person._id })}`;
      return `${content}.${sign(content)}`;
    },
    read(token: string): string | undefined {
      const [head, payload, signature = ''] = token.split('.');
      const wanted = Buffer.from(sign(`${head}.${payload}`));
      const given = Buffer.from(signature);
      if (wanted.length !== given.length || !timingSafeEqual(wanted, given)) return undefined;
      return JSON.parse(Buffer.from(payload ?? '', 'base64url').toString()).sub;
    },
  };
}

const shownPerson = ({ _id, firstName, lastName, email, phoneNumber, country, dob, type }: Person) => ({
  ...{ _id, firstName, lastName, email, phoneNumber, country, dob, type },
});

/** Every base call, and nothing else. `mail` is told of the codes that a real host would send. */
export function createAnswers(data: Data, mail: (email: string, code: string) => void): Answers {
  const tokens = createTokens();
  const byEmail = (email: unknown) => [...data.people.values()].find((person) => person.email === email);
  const caller = ({ token }: Question) => data.people.get((token && tokens.read(token)) ?? '');

  const signedIn = (answer: (person: Person & { password: string }, question: Question) => Answer) => {
    return (question: Question) => {
      const person = caller(question);
      return person ? answer(person, question) : unauthorized;
    };
  };
  const adminOnly = (answer: (question: Question) => Answer) =>
    signedIn(({ type }, question) => (type === 'admin' ? answer(question) : refused(403, 'Not allowed')));

  function sendCode(email: string, activity: string): void {
    const code = String(randomInt(1_000_000)).padStart(6, '0');
    data.codes.set(`${activity} ${email}`, code);
    mail(email, code);
  }
  const isCode = (activity: string, { email, otp }: Question['body']) =>
    otp !== undefined && data.codes.get(`${activity} ${text(email)}`) === otp;

  function shownTransaction({ userId, ...transaction }: Transaction) {
    const { firstName, lastName, email } = data.people.get(userId) ?? {};
    return { ...transaction, user: { firstName, lastName, email } };
  }

  /** A confirmed deposit is in the balance, a confirmed withdrawal is not. */
  function applyTo(transaction: Transaction, times: 1 | -1): void {
    const account = data.accounts.get(transaction.userId);
    if (!account || transaction.status !== 'CONFIRMED') return;
    const amount = transaction.amount * times * (transaction.trxType === 'DEPOSIT' ? 1 : -1);
    account.balance = Number(account.balance) + amount;
    account.walletBalance = Number(account.walletBalance) + amount;
  }

  return {
    'POST /api/user/create': ({ body }) => {
      const { email, password, firstName, lastName, phoneNumber, country } = body;
      if (!text(email).includes('@') || text(password).length < 6)
        return refused(422, 'The form is incomplete');
      if (byEmail(email)) return refused(409, 'There is an account of this address');
      const _id = newId();
      data.people.set(_id, {
        ...{ _id, email: text(email), firstName: text(firstName), lastName: text(lastName) },
        ...{ phoneNumber: text(phoneNumber), country: text(country), type: 'user' },
        ...{ password: text(password), verified: false },
      });
      data.accounts.set(_id, emptyAccount());
      sendCode(text(email), 'verify_email');
      return ok(true);
    },
    'POST /api/user/login': ({ body }) => {
      const person = byEmail(body.email);
      if (!person || person.password !== body.password) return refused(401, 'Wrong email or password');
      return person.verified ? ok(tokens.issue(person)) : refused(403, 'Verify your email first');
    },
    'POST /api/auth/verify-email': ({ body }) => {
      const person = byEmail(body.email);
      if (!person || !isCode('verify_email', body)) return refused(422, 'invalid otp');
      person.verified = true;
      return ok(tokens.issue(person));
    },
    'POST /api/auth/resendOTP': ({ body }) => {
      if (byEmail(body.email)) sendCode(text(body.email), text(body.activity));
      return ok(true);
    },
    'POST /api/auth/password/verify': ({ body }) => {
      if (!isCode('reset_password', body)) return refused(422, 'invalid otp');
      const token = randomBytes(24).toString('base64url');
      data.resetTokens.set(token, text(body.email));
      return ok(token);
    },
    'PUT /api/auth/password': ({ body }) => {
      const person = byEmail(data.resetTokens.get(text(body.token)));
      if (!person) return refused(422, 'The reset has run out');
      data.resetTokens.delete(text(body.token));
      person.password = text(body.password);
      return ok(true);
    },
    'GET /api/user': signedIn((person) => ok(shownPerson(person))),
    'PUT /api/user': signedIn((person, { body }) => {
      const { firstName, lastName, phoneNumber, country, dob } = body;
      const changes = Object.entries({ firstName, lastName, phoneNumber, country, dob });
      Object.assign(person, Object.fromEntries(changes.filter(([, value]) => value !== undefined)));
      return ok(shownPerson(person));
    }),
    'PUT /api/user/password': signedIn((person, { body }) => {
      if (body.oldPassword !== person.password) return refused(422, 'The old password is wrong');
      person.password = text(body.newPassword);
      return ok(true);
    }),
    'GET /api/account': signedIn(({ _id }) => {
      const account = data.accounts.get(_id);
      return account ? ok(account) : refused(404, 'There is no account');
    }),
    'GET /api/wallets': signedIn(() => ok(wallets)),
    'POST /api/transaction/create': signedIn(({ _id: userId }, { body }) => {
      const { trxType, amount, crypto, plan, transactionId, wallet } = body;
      if (!enumValues.trxTypes.some((type) => type === trxType) || typeof amount !== 'number' || amount <= 0)
        return refused(422, 'The amount is missing');
      const balance = Number(data.accounts.get(userId)?.balance ?? 0);
      if (trxType === 'WITHDRAWAL' && (balance <= 100 || amount > balance))
        return refused(422, 'Your balance is too low');
      data.transactions.push({
        ...{ _id: newId(), userId, trxType: text(trxType), amount, crypto: text(crypto), status: 'PENDING' },
        ...(plan !== undefined && { plan: text(plan), transactionId: text(transactionId) }),
        ...(wallet !== undefined && { wallet: text(wallet) }),
      });
      return ok(true);
    }),
    'GET /api/transaction/all': signedIn(({ _id }) =>
      ok(data.transactions.filter(({ userId }) => userId === _id).map(shownTransaction)),
    ),
    'GET /api/user/users': adminOnly(() => ok([...data.people.values()].map(shownPerson))),
    'GET /api/transaction/transactions': adminOnly(() => ok(data.transactions.map(shownTransaction))),
    'PUT /api/transaction/:trxId': adminOnly(({ params, body }) => {
      const transaction = data.transactions.find(({ _id }) => _id === params.trxId);
      const status = enumValues.trxStatuses.find((each) => each === body.status);
      if (!transaction) return refused(404, 'There is no such transaction');
      if (!status) return refused(422, 'There is no such status');
      applyTo(transaction, -1);
      transaction.status = status;
      applyTo(transaction, 1);
      return ok({ _id: transaction._id, status });
    }),
    'GET /api/account/all': adminOnly(() =>
      ok(
        [...data.accounts].flatMap(([userId, account]) => {
          const person = data.people.get(userId);
          if (!person) return [];
          const { _id, firstName, lastName, email } = person;
          return [{ ...account, user: { _id, firstName, lastName, email } }];
        }),
      ),
    ),
    'PUT /api/account/:userId': adminOnly(({ params, body }) => {
      const account = data.accounts.get(params.userId ?? '');
      if (!account) return refused(404, 'There is no such account');
      const wanted = Object.entries(body);
      const known = wanted.every(
        ([name, value]) => figureNames.some((each) => each === name) && dollars.safeParse(value).success,
      );
      if (wanted.length === 0 || !known) return refused(422, 'Figures are dollars and cents');
      Object.assign(account, body);
      return ok(true);
    }),
  };
}
