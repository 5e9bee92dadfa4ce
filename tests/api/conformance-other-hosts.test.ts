import { createServer } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from '../../contract/zod';
import { checkHost } from '../../scripts/conformance/conformance';
import { checkFurther } from '../../scripts/conformance/further-checks';
import { verdictOf } from '../../scripts/conformance/report';
import type { Answer, Answers } from '../bare-host/answers';
import { type Alter, type Plant, startBareHost } from '../bare-host/host';
import { base, checkBare, dataIn, reportOf, seeded, wrong } from '../support/conformance';
import { patient } from '../support/patience';

type Row = Record<string, unknown>;
const rows = z.array(z.looseObject({}));
const refused = (status: number): Answer => ({ status, body: { errors: [{ message: 'no' }] } });
const page: Answer = { status: 200, body: '<!doctype html>' };

/** What the calls answer is written in another way. */
const rewritten =
  (calls: readonly string[], rewrite: (row: Row) => Row): Alter =>
  (call, real) => {
    if (!calls.includes(call) || real.status !== 200) return real;
    const data = dataIn(real);
    const all = rows.safeParse(data);
    const one = z.looseObject({}).safeParse(data);
    if (all.success) return { ...real, body: { data: all.data.map(rewrite) } };
    return one.success ? { ...real, body: { data: rewrite(one.data) } } : real;
  };

const numbers = new Map<unknown, number>();
/** A number for each id, the same at every call. */
function numberOf(id: unknown): number {
  numbers.set(id, numbers.get(id) ?? numbers.size + 1);
  return numbers.get(id) ?? 0;
}
/** Ids are numbers in what is answered, and in the addresses that are asked. */
const numbered: Plant = (answers) => {
  const idOf = (given: unknown) => [...numbers].find(([, number]) => String(number) === given)?.[0] ?? given;
  const under = (row: Row): Row => ({
    ...row,
    ...('_id' in row && { _id: numberOf(row._id) }),
    ...('user' in row && { user: under(z.looseObject({}).parse(row.user)) }),
  });
  return Object.fromEntries(
    Object.entries(answers).map(([call, answer]): [string, Answers[string]] => [
      call,
      (question) => {
        const params = Object.entries(question.params).map(([name, id]) => [name, String(idOf(id))]);
        const real = answer({ ...question, params: Object.fromEntries(params) });
        return rewritten([call], under)(call, real, new URLSearchParams());
      },
    ]),
  );
};

const without = (name: string) => (row: Row) =>
  Object.fromEntries(Object.entries(row).filter(([key]) => key !== name));

describe('a host on which the pages work is right', () => {
  const lists = ['GET /api/transaction/all', 'GET /api/transaction/transactions'];
  const people = ['GET /api/user', 'GET /api/user/users'];
  const accounts = ['GET /api/account/all'];
  const hosts: [what: string, options: { alter?: Alter; plant?: Plant }][] = [
    ['amounts as text', { alter: rewritten(lists, (row) => ({ ...row, amount: String(row.amount) })) }],
    ['ids as numbers', { plant: numbered }],
    ['people without a type', { alter: rewritten(people, without('type')) }],
    ['people whose type is null', { alter: rewritten(people, (row) => ({ ...row, type: null })) }],
    ['accounts without litecoin', { alter: rewritten(accounts, without('litecoin')) }],
    [
      'accounts whose litecoin is null',
      { alter: rewritten(accounts, (row) => ({ ...row, litecoin: null })) },
    ],
    [
      'another code with an empty answer',
      {
        alter: (call, real) =>
          call === 'POST /api/auth/resendOTP' && real.status === 200 ? { status: 200, body: '' } : real,
      },
    ],
  ];
  it.each(hosts)('%s', async (_, options) => {
    const { findings } = await checkBare({ write: true }, options);
    expect(base(findings).filter(({ state }) => state !== 'ok')).toEqual([]);
  });

  it('a page for every address that it does not know', async () => {
    const alter: Alter = (_, real) => (real.status === 404 ? page : real);
    const { findings } = await checkBare({ write: true }, { alter });
    const further = findings.filter((finding) => !finding.base);
    expect(new Set(further.map(({ state }) => state))).toEqual(new Set(['absent', 'not tried']));
    expect(verdictOf(findings)).toBe('conforming');
  });

  it('a number in the token for who it is of', async () => {
    const payload = Buffer.from(JSON.stringify({ user: { _id: 7, type: 'user' } })).toString('base64url');
    const { findings } = await checkBare({
      investor: { token: `a.${payload}.c` },
    });
    expect(findings[0]).toMatchObject({ state: 'ok', note: expect.stringContaining("investor's token") });
  });
});

describe('a 401 to somebody who is signed in', () => {
  it('is named for further calls and unknown ones, and does not condemn the host', async () => {
    const alter: Alter = (_, real) => (real.status === 404 ? refused(401) : real);
    const { findings } = await checkBare({}, { alter });
    const said = wrong(findings).map(({ call }) => call);
    expect(said).toEqual(expect.arrayContaining(['GET /api/no-such-call', 'GET /api/admin/offered']));
    expect(wrong(findings)[0]?.note).toMatch(/signs people out.*does not allow it.*the pages bear it/);
    expect(verdictOf(findings)).toBe('conforming');
  });
});

describe('one fault hides no other', () => {
  const bodies: [what: string, answer: Answer][] = [
    ['answered with 403', refused(403)],
    ['answered with 500', refused(500)],
    ['refused without a list of errors', { status: 401, body: { message: 'no' } }],
    ['refused with a page', { ...page, status: 401 }],
  ];
  it.each(bodies)('a wrong password %s', async (_, answer) => {
    const alter: Alter = (call, real) =>
      call === 'POST /api/user/login' && real.status === 401 ? answer : real;
    const { findings } = await checkBare({ write: true }, { alter });
    expect(wrong(findings).map(({ call }) => call)).toEqual(['POST /api/user/login']);
    expect(base(findings).filter(({ state }) => state === 'ok')).toHaveLength(17);
  });

  it('credentials that are refused are no fault of the host', async () => {
    const admin = { ...seeded.admin, password: 'mistyped' };
    const { findings } = await checkBare({ admin });
    expect(wrong(findings)).toEqual([]);
    expect(findings[0]).toMatchObject({
      state: 'refused',
      note: 'the credentials of the administrator were refused: status 401: Wrong email or password',
    });
    expect(findings.find(({ call }) => call === 'GET /api/account')?.state).toBe('ok');
    expect(verdictOf(findings)).toBe('not tried');
    expect(reportOf(findings)).toMatch(/Not all could be tried: credentials were refused\.$/);
  });
});

describe('without credentials', () => {
  it('there is no verdict', async () => {
    const { findings } = await checkBare({ admin: undefined, investor: undefined });
    expect(verdictOf(findings)).toBe('not tried');
    expect(reportOf(findings)).toMatch(/Nothing could be tried: no credentials were given\.$/);
  });
});

describe('pages of another origin', () => {
  const origin = 'https://pages.example.com';
  const all = 'Authorization, Content-Type, Idempotency-Key, If-Match, X-Background, X-Reason';
  const allowing =
    (headers: Record<string, string>): Alter =>
    (call, real) =>
      call.startsWith('OPTIONS ') ? { status: 204, body: '', headers } : real;
  const allow = (methods: string, names: string, from = origin) => ({
    'access-control-allow-origin': from,
    'access-control-allow-methods': methods,
    'access-control-allow-headers': names,
  });
  const preflights = async (alter: Alter, from: string | undefined = origin) => {
    const { findings } = await checkBare({ origin: from }, { alter });
    return findings.filter(({ call }) => call.startsWith('OPTIONS '));
  };

  it('are asked about only when there are some', async () => {
    const { host } = await checkBare();
    expect(host.received.filter((call) => call.startsWith('OPTIONS '))).toEqual([]);
  });

  it('are right where what they send is allowed', async () => {
    const found = await preflights(allowing(allow('GET, PUT', all)));
    expect(found.map(({ call, state }) => [call, state])).toEqual([
      ['OPTIONS of GET /api/user', 'ok'],
      ['OPTIONS of PUT /api/account/:userId', 'ok'],
    ]);
    const star = await preflights(allowing(allow('*', 'authorization, *', '*')));
    expect(star.map(({ state }) => state)).toEqual(['ok', 'ok']);
  });

  const faults: [what: string, alter: Alter, call: string, said: string][] = [
    ['no preflight at all', (_, real) => real, 'GET', 'a preflight is answered with 404'],
    [
      'another origin',
      allowing(allow('GET, PUT', all, 'https://else.example.com')),
      'GET',
      'the origin https://pages.example.com is not allowed',
    ],
    ['no method that changes', allowing(allow('GET, POST', all)), 'PUT', 'the method PUT is not allowed'],
    ['no token under a star', allowing(allow('*', '*')), 'GET', 'not allowed: "authorization"'],
    [
      'no headers of writes',
      allowing(allow('PUT', 'authorization, content-type')),
      'PUT',
      'not allowed: "idempotency-key", "if-match", "x-reason"',
    ],
    [
      'no header of reads nobody asked for',
      allowing(allow('GET', 'authorization, content-type')),
      'GET',
      'not allowed: "x-background"',
    ],
  ];
  it.each(faults)('are not let in: %s', async (_, alter, method, said) => {
    const found = (await preflights(alter)).find(({ call }) => call.includes(` ${method} `));
    expect(found).toMatchObject({ state: 'wrong', base: true, note: expect.stringContaining(said) });
  });
});

describe('the report comes while the host is asked', () => {
  it('finding by finding', async () => {
    const host = await startBareHost();
    onTestFinished(() => host.close());
    const asked: number[] = [];
    const told: unknown[] = [];
    const findings = await checkHost({ host: host.address, ...seeded, write: false }, (finding) => {
      told.push(finding);
      asked.push(host.received.length);
    });
    expect(told).toEqual(findings);
    expect(new Set(asked).size).toBeGreaterThan(10);
  });

  it('and does not wait long for calls that the pages can do without', async () => {
    const server = createServer(() => {});
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    const address = z.object({ port: z.number() }).parse(server.address());
    const before = performance.now();
    const findings = await checkFurther(
      `http://127.0.0.1:${address.port}`,
      ['listDocuments'],
      {},
      { ids: {}, offered: undefined },
    );
    expect(findings).toMatchObject([{ state: 'wrong', note: 'no answer within 5 s' }]);
    expect(performance.now() - before).toBeLessThan(patient(15_000));
  });
});
