import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { dataOf, type Finding, send } from '../../scripts/conformance/client';
import { checkHost } from '../../scripts/conformance/conformance';
import { checkFurther } from '../../scripts/conformance/further-checks';
import { verdictOf } from '../../scripts/conformance/report';
import * as shapes from '../../scripts/conformance/shapes';
import type { Answer } from '../bare-host/answers';
import { type Plant, startBareHost } from '../bare-host/host';
import { base, checkBare, reportOf, seeded, wrong } from '../support/conformance';
import { adminSignIn, startTestApp, type TestApp } from '../support/test-app';

describe('a host of the base calls alone', () => {
  it('is right in all of them, and has no other', async () => {
    const { findings } = await checkBare({ write: true });
    expect(base(findings).map(({ call, state, note }) => [call, state, note])).toEqual(
      base(findings).map(({ call, note }) => [call, 'ok', note]),
    );
    expect(base(findings)).toHaveLength(18);
    const further = findings.filter((finding) => !finding.base);
    expect(new Set(further.map(({ state }) => state))).toEqual(new Set(['absent', 'not tried']));
    expect(verdictOf(findings)).toBe('conforming');
  });

  it('is not changed unless it is asked for', async () => {
    const { host, findings } = await checkBare();
    const writes = host.received.filter((call) => !call.startsWith('GET '));
    expect(new Set(writes)).toEqual(new Set(['POST /api/user/login']));
    expect(base(findings).filter(({ state }) => state === 'not tried')).toHaveLength(10);
  });

  it('is looked at as far as can be without credentials', async () => {
    const { findings } = await checkBare({ admin: undefined, investor: undefined });
    expect(wrong(findings)).toEqual([]);
    expect(findings.find(({ call }) => call === 'GET /api/user/users')).toMatchObject({
      state: 'not tried',
      note: 'nobody is signed in as administrator',
    });
  });
});

describe('a fault of a host is named', () => {
  const seededPerson = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com' };
  const data = (value: unknown): Answer => ({ status: 200, body: { data: value } });
  const faults: [what: string, call: string, answer: (real: Answer) => Answer, said: string][] = [
    ['an answer without data', 'GET /api/wallets', ({ status }) => ({ status, body: [] }), 'without "data"'],
    [
      'a figure that is none',
      'GET /api/account',
      () => data({ balance: 'much' }),
      'data.balance: must be a number',
    ],
    [
      'a token without a type',
      'POST /api/user/login',
      (real) => (real.status < 300 ? data('a.b.c') : real),
      'payload',
    ],
    [
      'a wrong password that is answered 200',
      'POST /api/user/login',
      () => data('a.b.c'),
      'a wrong password is answered with 200 rather than 401',
    ],
    [
      'refusals in another form',
      'POST /api/user/login',
      ({ status, body }) => (status < 300 ? { status, body } : { status, body: { message: 'no' } }),
      'without a list "errors"',
    ],
    [
      'a body that is no JSON',
      'GET /api/user',
      () => ({ status: 200, body: '<html>' }),
      'the body is no JSON',
    ],
    [
      'a call that is missing',
      'GET /api/account/all',
      () => ({ status: 404, body: {} }),
      'the host has no such call',
    ],
    [
      'lists that everybody may read',
      'GET /api/user/users',
      () => data([]),
      'somebody who is not signed in is answered with 200 rather than 401',
    ],
    [
      'a status that is not in the contract',
      'GET /api/transaction/transactions',
      ({ status }) =>
        status === 200
          ? data([
              {
                _id: '1',
                user: seededPerson,
                trxType: 'DEPOSIT',
                amount: 1,
                crypto: 'bitcoin',
                status: 'DONE',
              },
            ])
          : { status, body: { errors: [{ error: 'no' }] } },
      'data.0.status',
    ],
    [
      'a status that is answered and not kept',
      'PUT /api/transaction/:trxId',
      () => data({ _id: 'another', status: 'DECLINED' }),
      'does not name the transaction',
    ],
    [
      'a wrong code that signs out',
      'POST /api/auth/verify-email',
      () => ({ status: 401, body: { errors: [{ error: 'no' }] } }),
      'a wrong code is answered with 401',
    ],
  ];

  it.each(faults)('%s', async (_, fault, answer, said) => {
    const alter = (call: string, real: Answer) => (call === fault ? answer(real) : real);
    const { findings } = await checkBare({ write: true }, { alter });
    expect(wrong(findings).find(({ call }) => call === fault)?.note).toContain(said);
    expect(verdictOf(findings)).toBe('wrong');
    expect(reportOf(findings)).toMatch(new RegExp(`WRONG +${fault.replace(/[/:]/g, '.')}`));
  });

  it('a figure that is answered and not kept', async () => {
    const plant: Plant = (answers) => ({ ...answers, 'PUT /api/account/:userId': () => data(true) });
    const { findings } = await checkBare({ write: true }, { plant });
    expect(wrong(findings).map(({ call }) => call)).toEqual(['PUT /api/account/:userId']);
    expect(wrong(findings)[0]?.note).toContain('the profit is 0 after it was set to 1');
  });

  it('a host that is not there', async () => {
    const findings = await checkHost({ host: 'http://127.0.0.1:9', write: false });
    expect(wrong(base(findings))[0]?.note).toMatch(/the host cannot be asked/);
    expect(verdictOf(findings)).toBe('wrong');
  });
});

async function setProfit(host: string, admin: object, email: string, profit: number) {
  const token = dataOf(await send(host, 'POST /api/user/login', { body: admin }), shapes.token);
  const accounts = dataOf(await send(host, 'GET /api/account/all', { token }), shapes.accounts);
  const id = accounts.find(({ user }) => user.email === email)?.user._id;
  dataOf(await send(host, `PUT /api/account/${id}`, { token, body: { profit } }), shapes.anything);
}

const edited = (findings: readonly Finding[]) =>
  findings.find(({ call }) => call === 'PUT /api/account/:userId');

describe('a profit is moved by 1 in cents', () => {
  const raised = 'a profit was raised by 1 and set back';
  const lowered = 'a profit was lowered by 1 and set back';
  it.each([
    [0.14, raised],
    [-0.07, raised],
    [-1.01, raised],
    [-1_000_000_000, raised],
    [-999_999_999.99, raised],
    [999_999_999, raised],
    [999_999_999.01, lowered],
    [999_999_999.99, lowered],
    [1_000_000_000, lowered],
  ])('%d', async (profit, note) => {
    const host = await startBareHost();
    onTestFinished(() => host.close());
    await setProfit(host.address, seeded.admin, seeded.investor.email, profit);
    const findings = await checkHost({ host: host.address, ...seeded, write: true });
    expect(edited(findings)).toMatchObject({ state: 'ok', note });
  });
});

describe('what a query must name', () => {
  it('is not asked for without it', async () => {
    const known = { ids: { proofId: 'a' }, offered: undefined };
    const [finding] = await checkFurther('http://127.0.0.1:9', ['viewProof'], {}, known);
    expect(finding).toMatchObject({
      state: 'not tried',
      note: 'its query must name "expires" and "signature", and no sample of that is known',
    });
  });

  it('is said of a host that has the call, and not of one that has none', async () => {
    const ids = { proofId: 'a' };
    const call = 'GET /api/proofs/:proofId';
    const ask = (offered: ReadonlySet<string>) =>
      checkFurther('http://127.0.0.1:9', ['viewProof'], {}, { ids, offered });
    expect(await ask(new Set([call]))).toMatchObject([
      { state: 'not tried', note: expect.stringMatching(/^the host says that it has it; .*"expires"/) },
    ]);
    expect(await ask(new Set())).toMatchObject([{ state: 'absent', note: 'the host says that it has none' }]);
  });
});

describe("the product's own server", () => {
  let app: TestApp;
  let address: string;
  beforeAll(async () => {
    app = await startTestApp();
    address = await app.app.listen({ port: 0, host: '127.0.0.1' });
  });
  afterAll(() => app.close());

  it('is right in the base calls and has the further ones', async () => {
    const { token, email } = await app.signUp();
    await setProfit(address, adminSignIn, email, 0.14);
    const findings = await checkHost({
      host: address,
      admin: adminSignIn,
      investor: { token },
      write: true,
    });
    expect(wrong(findings)).toEqual([]);
    expect(base(findings).filter(({ state }) => state !== 'ok')).toEqual([]);
    expect(findings.filter(({ state }) => state === 'absent')).toEqual([]);
    const lists = findings.filter(({ note }) => / rows?, /.test(note));
    expect(lists.map(({ note }) => note.replace(/.*, /, ''))).toEqual(lists.map(() => 'and pages of them'));
    expect(lists).toHaveLength(3);
    expect(findings.filter(({ note }) => note.includes('Required'))).toEqual([]);
    const days = findings.filter(({ call }) => call.endsWith('/figures/days'));
    expect(days.map(({ state }) => state)).toEqual(['ok', 'ok', 'ok']);
    expect(findings.filter((finding) => !finding.base && finding.state === 'ok').length).toBeGreaterThan(15);
  });
});
