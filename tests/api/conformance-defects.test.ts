import { describe, expect, it } from 'vitest';
import { verdictOf } from '../../scripts/conformance/report';
import type { Answer, Answers, Question } from '../bare-host/answers';
import type { Data } from '../bare-host/data';
import { newId } from '../bare-host/data';
import type { Plant } from '../bare-host/host';
import { checkBare, dataIn, seeded, wrong } from '../support/conformance';

type Call = keyof Answers;
type Answering = Answers[string];

const done: Answer = { status: 200, body: { data: true } };

/** One call does something else, and may still do what it should. */
const planted =
  (call: Call, defect: (sound: Answering, data: Data, answers: Answers) => Answering): Plant =>
  (answers, data) => {
    const sound = answers[call];
    return sound ? { ...answers, [call]: defect(sound, data, answers) } : answers;
  };

const tokenOf = (answers: Answers, body: Record<string, string>) => {
  const answer = answers['POST /api/user/login']?.({ params: {}, body, token: undefined });
  return answer && String(dataIn(answer));
};
/** Whoever asks is taken for somebody else. */
const askedAs = (
  call: Call,
  who: Record<string, string>,
  whoever: (question: Question) => boolean = () => true,
) =>
  planted(
    call,
    (sound, _, answers) => (question) =>
      sound(whoever(question) ? { ...question, token: tokenOf(answers, who) } : question),
  );
const isSignedIn = ({ token }: Question) => token !== undefined && token.split('.').length === 3;
const alan = { email: 'alan@example.com', password: seeded.investor.password };

/** Takes any deposit or withdrawal for which this holds. */
const takes = (holds: (body: Question['body']) => boolean) =>
  planted('POST /api/transaction/create', (sound, data) => (question) => {
    const { trxType, amount, transactionId, wallet } = question.body;
    const ada = [...data.people.values()].find(({ email }) => email === seeded.investor.email);
    if (!question.token || !ada || !holds(question.body)) return sound(question);
    data.transactions.push({
      ...{
        _id: newId(),
        userId: ada._id,
        trxType: String(trxType),
        amount: Number(amount),
        crypto: 'ethereum',
      },
      ...(transactionId !== undefined && { transactionId: String(transactionId) }),
      ...(wallet !== undefined && { wallet: String(wallet) }),
      status: 'PENDING',
    });
    return done;
  });

const defects: [what: string, call: string, plant: Plant, said: string][] = [
  [
    'an investor decides of the own deposit',
    'PUT /api/transaction/:trxId',
    askedAs('PUT /api/transaction/:trxId', seeded.admin, isSignedIn),
    'an investor may decide of a deposit',
  ],
  [
    'an investor edits the own account',
    'PUT /api/account/:userId',
    askedAs('PUT /api/account/:userId', seeded.admin, isSignedIn),
    'an investor may edit an account',
  ],
  [
    'the account of another is answered',
    'GET /api/account',
    askedAs('GET /api/account', alan, isSignedIn),
    'the balance of ada@example.com is 1050, and 1500 in the list of accounts; the figures are those of alan@',
  ],
  [
    'another person is answered',
    'GET /api/user',
    askedAs('GET /api/user', alan, isSignedIn),
    'admin@example.com is answered as alan@example.com',
  ],
  [
    'the transactions of everybody are answered',
    'GET /api/transaction/all',
    planted(
      'GET /api/transaction/all',
      (sound, _, answers) => (question) =>
        isSignedIn(question)
          ? (answers['GET /api/transaction/transactions']?.({
              ...question,
              token: tokenOf(answers, seeded.admin),
            }) ?? done)
          : sound(question),
    ),
    '3 transactions of others, of alan@example.com for one',
  ],
  [
    'an amount of 0 is taken',
    'POST /api/transaction/create',
    takes(({ amount }) => amount === 0),
    'a deposit of 0 is answered with 200',
  ],
  [
    'an amount below 0 is taken',
    'POST /api/transaction/create',
    takes(({ amount }) => Number(amount) < 0),
    'a deposit of -150 is answered with 200',
  ],
  [
    'a withdrawal beyond the balance is taken',
    'POST /api/transaction/create',
    takes(({ trxType }) => trxType === 'WITHDRAWAL'),
    'a withdrawal of 1501 with a balance of 1500 is answered with 200',
  ],
  [
    'any text is taken for a status',
    'PUT /api/transaction/:trxId',
    planted('PUT /api/transaction/:trxId', (sound, data) => (question) => {
      const transaction = data.transactions.find(({ _id }) => _id === question.params.trxId);
      if (!transaction || question.body.status !== 'CONFORMANCE') return sound(question);
      Object.assign(transaction, question.body);
      return done;
    }),
    'a status that there is not is answered with 200',
  ],
  [
    'an edit changes every account',
    'PUT /api/account/:userId',
    planted('PUT /api/account/:userId', (sound, data) => (question) => {
      const answer = sound(question);
      if (answer.status === 200)
        for (const account of data.accounts.values()) Object.assign(account, question.body);
      return answer;
    }),
    'other accounts was changed as well',
  ],
  [
    'a change of the profile is forgotten',
    'PUT /api/user',
    planted('PUT /api/user', (sound) => (question) => (isSignedIn(question) ? done : sound(question))),
    'the last name is Lovelace after it was set to Lovelace Check',
  ],
];

describe('a defect of what a host does is named', () => {
  it.each(defects)('%s', async (_, call, plant, said) => {
    const { findings } = await checkBare({ write: true }, { plant });
    expect(wrong(findings).find((finding) => finding.call === call)?.note).toContain(said);
    expect(verdictOf(findings)).toBe('wrong');
  });

  it.each(defects)('and leaves the host as it was, as far as it can: %s', async (_, __, plant) => {
    const kept: Data[] = [];
    const watched: Plant = (answers, data) => {
      kept.push(data);
      return plant(answers, data);
    };
    await checkBare({ write: true }, { plant: watched });
    const [data] = kept;
    expect(data?.transactions.filter(({ status }) => status !== 'DECLINED')).toHaveLength(5);
    expect([...(data?.people.values() ?? [])].map(({ lastName }) => lastName)).toContain('Lovelace');
    expect([...(data?.accounts.values() ?? [])].map(({ profit }) => profit)).toEqual(
      [...(data?.accounts.values() ?? [])].map(() => 0),
    );
  });
});

/** Without a check of the token, a call is made for whoever has an account. */
const openTo = (call: Call, who: Record<string, string>) =>
  askedAs(call, who, ({ token }) => token === undefined);

describe('a call that asks nobody to sign in is named', () => {
  const calls: [call: string, who: Record<string, string>][] = [
    ['GET /api/user', seeded.investor],
    ['PUT /api/user', seeded.investor],
    ['PUT /api/user/password', seeded.investor],
    ['GET /api/account', seeded.investor],
    ['GET /api/wallets', seeded.investor],
    ['GET /api/transaction/all', seeded.investor],
    ['POST /api/transaction/create', seeded.investor],
    ['GET /api/user/users', seeded.admin],
    ['GET /api/transaction/transactions', seeded.admin],
    ['PUT /api/transaction/:trxId', seeded.admin],
    ['GET /api/account/all', seeded.admin],
    ['PUT /api/account/:userId', seeded.admin],
  ];
  it.each(calls)('%s', async (call, who) => {
    const { findings } = await checkBare({ write: true }, { plant: openTo(call, who) });
    expect(wrong(findings).map((finding) => finding.call)).toEqual([call]);
    expect(wrong(findings)[0]?.note).toMatch(/somebody who is not signed in is answered with (200|422)/);
  });

  it('without credentials too', async () => {
    const nobody = { admin: undefined, investor: undefined };
    const plant = openTo('GET /api/wallets', seeded.investor);
    const { findings } = await checkBare(nobody, { plant });
    expect(wrong(findings).map(({ call }) => call)).toEqual(['GET /api/wallets']);
  });
});
