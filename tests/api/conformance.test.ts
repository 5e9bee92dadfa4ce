import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { z } from '../../contract/zod';
import type { Asked } from '../../scripts/conformance/base-checks';
import type { Finding } from '../../scripts/conformance/client';
import { checkHost } from '../../scripts/conformance/conformance';
import { isConforming, reportOf } from '../../scripts/conformance/report';
import type { Answer } from '../bare-host/answers';
import { seedPassword } from '../bare-host/data';
import { startBareHost } from '../bare-host/host';
import { adminSignIn, startTestApp, type TestApp } from '../support/test-app';

const seeded = {
  admin: { email: 'admin@example.com', password: seedPassword },
  investor: { email: 'ada@example.com', password: seedPassword },
};

const wrong = (findings: readonly Finding[]) => findings.filter(({ state }) => state === 'wrong');
const base = (findings: readonly Finding[]) => findings.filter((finding) => finding.base);

const dataIn = ({ body }: Answer) => z.object({ data: z.unknown() }).parse(body).data;

/** What is found on a host of the base calls, one call of which answers something else. */
async function checkBare(asked: Partial<Asked> = {}, alter?: (call: string, answer: Answer) => Answer) {
  const host = await startBareHost(alter && { alter });
  onTestFinished(() => host.close());
  const findings = await checkHost({ host: host.address, ...seeded, write: false, ...asked });
  return { host, findings };
}

describe('a host of the base calls alone', () => {
  it('is right in all of them, and has no other', async () => {
    const { findings } = await checkBare({ write: true });
    expect(base(findings).map(({ call, state, note }) => [call, state, note])).toEqual(
      base(findings).map(({ call, note }) => [call, 'ok', note]),
    );
    expect(base(findings)).toHaveLength(18);
    const further = findings.filter((finding) => !finding.base);
    expect(new Set(further.map(({ state }) => state))).toEqual(new Set(['absent', 'not tried']));
    expect(isConforming(findings)).toBe(true);
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
    const { findings } = await checkBare({ write: true }, alter);
    expect(wrong(findings).find(({ call }) => call === fault)?.note).toContain(said);
    expect(isConforming(findings)).toBe(false);
    expect(reportOf('http://host', findings)).toMatch(new RegExp(`WRONG +${fault.replace(/[/:]/g, '.')}`));
  });

  it('a figure that is answered and not kept', async () => {
    const { findings } = await checkBare({ write: true }, (call, real) =>
      call === 'GET /api/account/all' && real.status === 200
        ? data(
            z
              .array(z.looseObject({}))
              .parse(dataIn(real))
              .map((each) => ({ ...each, profit: 7 })),
          )
        : real,
    );
    expect(wrong(findings).map(({ call }) => call)).toEqual(['PUT /api/account/:userId']);
    expect(wrong(findings)[0]?.note).toBe('the profit is 7 after it was set to 8');
  });

  it('a host that is not there', async () => {
    const findings = await checkHost({ host: 'http://127.0.0.1:9', write: false });
    expect(wrong(base(findings))[0]?.note).toMatch(/the host cannot be asked/);
    expect(isConforming(findings)).toBe(false);
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
    const { token } = await app.signUp();
    const findings = await checkHost({
      host: address,
      admin: adminSignIn,
      investor: { token },
      write: true,
    });
    expect(wrong(findings)).toEqual([]);
    expect(base(findings).filter(({ state }) => state !== 'ok')).toEqual([]);
    expect(findings.filter(({ state }) => state === 'absent')).toEqual([]);
    expect(findings.filter((finding) => !finding.base && finding.state === 'ok').length).toBeGreaterThan(15);
  });
});
