import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { storageKeys } from '../../contract/storage-keys';
import { call, callList } from './api';
import { ApiError, ForAnother, isWithoutCall, signInStepOf } from './api-error';
import { sendRequest, setFactorMissingHandler, setStepUpHandler, setUnauthorizedHandler } from './http';
import { clearToken, lastSessionEnd, storeToken } from './session';
import { removeItem } from './storage';
import { type Answer, type Received, type StandInHost, startStandInHost } from './testing/stand-in-host';
import { tokenOf } from './testing/tokens';
import { readToken } from './token';

let host: StandInHost;
let answer: (request: Received) => Answer;
const unauthorized = vi.fn();

beforeEach(async () => {
  answer = () => ({ body: { data: null } });
  host = await startStandInHost((request) => answer(request));
  vi.stubEnv('VITE_API_URL', host.url);
  setUnauthorizedHandler(unauthorized);
  unauthorized.mockClear();
  clearToken();
});

afterEach(async () => {
  vi.unstubAllEnvs();
  await host.close();
});

async function failureOf(promise: Promise<unknown>): Promise<ApiError> {
  const error = await promise.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ApiError)) throw new Error(`Expected an ApiError, got ${String(error)}`);
  return error;
}

const refusal = (code: string, message: string) => ({ errors: [{ error: message, message, code }] });

const passwords = { oldPassword: 'The old one 1', newPassword: 'The new one 2' };

describe('what comes of a call when somebody else has signed in', () => {
  const read = () => call('readUser');
  async function outcome(made: Answer, next: string, send: () => Promise<unknown> = read): Promise<unknown> {
    let release = () => {};
    const after = new Promise<void>((resolve) => {
      release = resolve;
    });
    answer = () => ({ ...made, after });
    storeToken(tokenOf('investor', 'person-1'));
    const sent = send().catch((error: unknown) => error);
    await expect.poll(() => host.received.length).toBe(1);
    storeToken(tokenOf('investor', next));
    release();
    return sent;
  }
  const refused = { status: 422, body: refusal('validation', 'Not so') };

  it('is not theirs, and says what became of it', async () => {
    const done = await outcome({ body: { data: { email: 'ada@example.com' } } }, 'person-2');
    expect(done).toBeInstanceOf(ForAnother);
    expect(done).toMatchObject({ failure: undefined });
    expect(await outcome(refused, 'person-2')).toMatchObject({ failure: { status: 422 } });
  });

  it('is that of the same person who has signed in again', async () => {
    expect(await outcome({ body: { data: 'read' } }, 'person-1')).toBe('read');
  });

  it('is that of whoever has asked where anybody may ask', async () => {
    const report = () => call('reportTakeover', { body: { token: 'of-the-mail' } });
    expect(await outcome({ body: { data: 'locked' } }, 'person-2', report)).toBe('locked');
    expect(await outcome(refused, 'person-2', report)).toMatchObject({ status: 422 });
  });
});

describe('a call', () => {
  it('gives what the answer holds in data', async () => {
    answer = () => ({ body: { data: 'the-token' } });
    expect(await call('login', { body: { email: 'ada@example.com', password: 'secret1' } })).toBe(
      'the-token',
    );
    expect(host.received[0]).toMatchObject({
      method: 'POST',
      path: '/api/user/login',
      body: { email: 'ada@example.com', password: 'secret1' },
    });
  });

  it('carries a JSON content type, and the bearer token once one is stored', async () => {
    await call('listWallets');
    storeToken('abc');
    await call('listWallets');
    expect(host.received.map(({ headers }) => [headers['content-type'], headers.authorization])).toEqual([
      ['application/json', undefined],
      ['application/json', 'Bearer abc'],
    ]);
  });

  it('fills the path, and sends the key, the version and the reason of a money write', async () => {
    await call('editAccount', {
      params: { userId: 'a/b' },
      body: { balance: 5 },
      idempotencyKey: 'key-1',
      ifMatch: 7,
      reason: 'Korrektur für März',
    });
    const [request] = host.received;
    expect(request?.path).toBe('/api/account/a%2Fb');
    expect(request?.headers).toMatchObject({
      'idempotency-key': 'key-1',
      'if-match': '"7"',
      'x-reason': encodeURIComponent('Korrektur für März'),
    });
  });

  it('refuses to be made without a parameter of its path', async () => {
    await expect(call('readTransaction')).rejects.toThrow('/api/transaction/:trxId needs trxId');
    expect(host.received).toEqual([]);
  });

  it('sends an empty object where there is no body, which a JSON parser accepts', async () => {
    await call('cancelWithdrawal', { params: { trxId: 't1' } });
    expect(host.received[0]?.body).toEqual({});
  });

  it('sends an upload as it is, under its own type', async () => {
    await call('uploadProof', { body: new Blob(['bytes'], { type: 'image/png' }) });
    expect(host.received[0]).toMatchObject({ method: 'POST', path: '/api/proofs', body: 'bytes' });
    expect(host.received[0]?.headers['content-type']).toBe('image/png');
  });

  it.each([{}, { message: 'ok' }, null])(
    'that is asked for its success alone takes %j for one',
    async (body) => {
      answer = () => ({ body });
      await expect(call('changePassword', { body: passwords })).resolves.toBeUndefined();
      expect(isWithoutCall(await failureOf(call('readUser')))).toBe(true);
    },
  );

  it('can be aborted, and then is not an error to show', async () => {
    const stop = new AbortController();
    stop.abort();
    await expect(call('readUser', { signal: stop.signal })).rejects.toMatchObject({ name: 'AbortError' });
  });
});

describe('a list', () => {
  it('has the size of the whole list when the host pages', async () => {
    answer = () => ({ body: { data: [] }, headers: { 'content-range': 'users 0-19/240' } });
    const query = { range: '[0,19]', sort: '["email","ASC"]' };
    expect(await callList('listUsers', { query })).toEqual({ data: [], total: 240 });
    expect(host.received[0]?.path).toBe(`/api/user/users?${new URLSearchParams(query)}`);
  });

  it('has no size when the host answers all of it', async () => {
    answer = () => ({ body: { data: [] } });
    expect(await callList('listUsers')).toEqual({ data: [] });
  });
});

describe('a 401 to a call that a host may lack', () => {
  const statuses = (own: number) => (request: Received) => {
    const status = request.path === '/api/user' ? own : 401;
    return { status, body: status === 200 ? { data: { _id: 'u-1' } } : refusal('unauthorized', 'sign in') };
  };
  const paths = () => host.received.map(({ path }) => path);

  it('is of a host that does not know it where the session goes on', async () => {
    answer = statuses(200);
    storeToken('abc');
    const failures = await Promise.all([
      failureOf(call('readOwnDocuments')),
      failureOf(call('listSessions')),
    ]);
    expect(failures.map(isWithoutCall)).toEqual([true, true]);
    expect(readToken()).toBe('abc');
    expect(unauthorized).not.toHaveBeenCalled();
  });

  it('ends a session that has ended, and is asked about once', async () => {
    answer = statuses(401);
    storeToken('abc');
    const failures = await Promise.all([
      failureOf(call('readOwnDocuments')),
      failureOf(call('readOwnDocuments')),
    ]);
    expect(failures.map(({ status }) => status)).toEqual([401, 401]);
    expect(readToken()).toBeNull();
    expect(unauthorized).toHaveBeenCalledTimes(1);
    expect(paths().filter((path) => path === '/api/user')).toHaveLength(1);
  });

  it('says nothing of the session while the host cannot say', async () => {
    answer = statuses(503);
    storeToken('abc');
    expect(await failureOf(call('listSessions'))).toMatchObject({ status: 401 });
    expect(readToken()).toBe('abc');
  });

  it('is not asked about for a base call: that one ends the session', async () => {
    answer = (request) => ({
      ...statuses(200)(request),
      ...(request.path === '/api/account' && { status: 401 }),
    });
    storeToken('abc');
    await failureOf(call('readAccount'));
    expect(readToken()).toBeNull();
    expect(paths()).toEqual(['/api/account']);
  });
});

describe('a refusal', () => {
  it('becomes an ApiError with the status and every error of the list', async () => {
    answer = () => ({
      status: 422,
      body: {
        errors: [
          { error: 'Invalid email', message: 'Invalid email', code: 'validation', field: 'email' },
          { error: 'invalid country', message: 'invalid country', code: 'validation', field: 'country' },
        ],
      },
    });
    const error = await failureOf(call('readUser'));
    expect(error.status).toBe(422);
    expect(error.errors.map((item) => [item.field, item.message])).toEqual([
      ['email', 'Invalid email'],
      ['country', 'invalid country'],
    ]);
    expect(error.has('validation')).toBe(true);
  });

  it('of a host that sends only an error text, or only a message, is readable all the same', async () => {
    answer = () => ({ status: 404, body: { errors: [{ error: 'no such thing' }, { message: 'really' }] } });
    const error = await failureOf(call('readUser'));
    expect(error.errors.map((item) => [item.message, item.code])).toEqual([
      ['no such thing', 'not_found'],
      ['really', 'not_found'],
    ]);
  });

  it.each([
    ['a proxy page', 503, '<html>busy</html>', 'unavailable'],
    ['an empty list', 500, { errors: [] }, 'internal'],
    ['nonsense in the list', 429, { errors: [null, 7, {}] }, 'rate_limited'],
  ])('with %s for a body has one readable error', async (_, status, body, code) => {
    answer = () => ({ status, body });
    const error = await failureOf(call('readUser'));
    expect(error.errors).toHaveLength(1);
    expect(error.errors[0]?.code).toBe(code);
    expect(error.errors[0]?.message).not.toBe('');
  });

  it.each([
    ['seconds', '42', 42],
    ['a moment', new Date(Date.now() + 90_000).toUTCString(), 90],
    ['a moment that is past', 'Sat, 01 Jan 2000 00:00:00 GMT', undefined],
    ['nothing', '', undefined],
    ['no number', 'soon', undefined],
  ])('says when to ask again, which may come as %s', async (_, header, seconds) => {
    const headers = { 'retry-after': header };
    answer = () => ({ status: 429, headers, body: refusal('rate_limited', 'Too many requests') });
    const { retryAfter } = await failureOf(call('listWallets'));
    if (seconds === undefined) expect(retryAfter).toBeUndefined();
    else expect(Math.abs((retryAfter ?? 0) - seconds)).toBeLessThan(30);
  });

  it('is also what an answer without data is', async () => {
    answer = () => ({ body: 'not json' });
    expect((await failureOf(call('readUser'))).errors).toHaveLength(1);
  });

  it.each([false, true])('has status 0 when the answer breaks off, as a file: %s', async (file) => {
    answer = () => ({ body: { data: 'x'.repeat(100_000) }, breaksOff: true });
    const error = await failureOf(sendRequest('/api/user', { method: 'GET', file }));
    expect([error.status, error.errors[0]?.message]).toEqual([0, expect.stringMatching(/cannot be reached/)]);
  });

  it('has status 0 when the host cannot be reached', async () => {
    await host.close();
    const error = await failureOf(call('readUser'));
    expect(error.status).toBe(0);
    expect(error.errors[0]?.message).toMatch(/cannot be reached/);
  });
});

describe('a 401', () => {
  const refused = () => ({ status: 401, body: refusal('unauthorized', 'Please sign in') });

  it('removes the token and leads to the sign-in page', async () => {
    answer = refused;
    storeToken('old');
    await failureOf(call('readAccount'));
    expect(readToken()).toBeNull();
    expect(lastSessionEnd()).toBe('refused');
    expect(unauthorized).toHaveBeenCalledOnce();
  });

  it('of the sign-in itself leaves everything as it is', async () => {
    answer = refused;
    storeToken('old');
    await failureOf(call('login', { body: { email: 'ada@example.com', password: 'wrong-one' } }));
    expect(readToken()).toBe('old');
    expect(unauthorized).not.toHaveBeenCalled();
  });

  it.each([undefined, 'refused'] as const)('after the session has ended ends none: %s', async (end) => {
    answer = refused;
    storeToken('old');
    clearToken(end);
    await failureOf(call('readAccount'));
    expect(unauthorized).not.toHaveBeenCalled();
  });

  describe('once the storage of the browser was cleared', () => {
    beforeEach(() => {
      answer = refused;
      storeToken('old');
      removeItem(storageKeys.token);
    });

    it.each(['readAccount', 'listSessions'] as const)('ends the session, once: %s', async (name) => {
      await failureOf(call(name));
      expect(lastSessionEnd()).toBe('refused');
      expect(unauthorized).toHaveBeenCalledOnce();
      await failureOf(call(name));
      expect(unauthorized).toHaveBeenCalledOnce();
      expect(host.received).toHaveLength(2);
    });

    it('ends none to a call that anybody may make', async () => {
      await failureOf(call('verifyEmail', { body: { email: 'ada@example.com', otp: '000000' } }));
      await failureOf(call('login', { body: { email: 'ada@example.com', password: 'secret1' } }));
      expect(unauthorized).not.toHaveBeenCalled();
    });
  });

  it('that arrives late does not end the session begun meanwhile', async () => {
    answer = () => {
      storeToken('new');
      return refused();
    };
    storeToken('old');
    await failureOf(call('readAccount'));
    expect(readToken()).toBe('new');
    expect(unauthorized).not.toHaveBeenCalled();
  });
});

describe('a refusal that asks for a second factor', () => {
  const factorRequired = (signIn: unknown) => {
    const [item] = refusal('factor_required', 'Show your second factor').errors;
    return () => ({ status: 403, body: { errors: [{ ...item, signIn }] } });
  };
  const signIn = () => failureOf(call('login', { body: { email: 'ada@example.com', password: 'secret1' } }));

  it('says how the sign-in goes on, with the kinds of factors that these pages know', async () => {
    answer = factorRequired({ ticket: 't-1', kinds: ['passkey', 'telepathy'] });
    expect(signInStepOf(await signIn())).toEqual({ ticket: 't-1', kinds: ['passkey'] });
  });

  it.each([
    undefined,
    null,
    'ticket',
    {},
    { ticket: '', kinds: [] },
    { ticket: 7, kinds: [] },
    { ticket: 't' },
  ])('is no more than an error with %j in the place of that', async (step) => {
    answer = factorRequired(step);
    const error = await signIn();
    expect(signInStepOf(error)).toBeUndefined();
    expect(error.errors[0]?.message).toBe('Show your second factor');
  });

  it('ends no session when the sign-in has taken too long', async () => {
    answer = () => ({ status: 401, body: refusal('invalid_credentials', 'begin again') });
    storeToken('old');
    await failureOf(call('startPasskeySignIn', { body: { ticket: 't-1' } }));
    await failureOf(
      call('finishSignIn', { body: { ticket: 't-1', proof: { kind: 'totp', code: '123456' } } }),
    );
    expect(readToken()).toBe('old');
  });

  it('tells the app once one must be set up first, and not for a session that is over', async () => {
    const missing = vi.fn();
    setFactorMissingHandler(missing);
    const setUpFirst = () => ({ status: 403, body: refusal('factor_setup_required', 'Set one up') });
    answer = setUpFirst;
    storeToken('mine');
    await failureOf(call('readAccount'));
    expect(missing).toHaveBeenCalledOnce();
    answer = () => {
      storeToken('of another');
      return setUpFirst();
    };
    await failureOf(call('readAccount'));
    expect(missing).toHaveBeenCalledOnce();
    setFactorMissingHandler(() => {});
  });

  it('sends an upload again with all of its bytes once a factor was shown', async () => {
    setStepUpHandler(async () => ({ kind: 'shown' }));
    answer = () =>
      host.received.length === 1
        ? { status: 403, body: refusal('step_up_required', 'Show it') }
        : { body: { data: null } };
    await call('uploadProof', { body: new Blob(['bytes'], { type: 'image/png' }) });
    expect(host.received.map(({ body }) => body)).toEqual(['bytes', 'bytes']);
    setStepUpHandler(async () => ({ kind: 'left' }));
  });

  it('is sent again with what a passkey has signed of it, and nothing else is', async () => {
    const ask = vi.fn(async () => ({ kind: 'signed', proofId: 'proof-1' }) as const);
    setStepUpHandler(ask);
    answer = ({ headers }) =>
      headers['x-act-proof']
        ? { body: { data: 'done' } }
        : { status: 403, body: refusal('step_up_required', 'Show it') };
    const edit = { params: { userId: 'u-1' }, body: { balance: 5 }, ifMatch: 7, reason: 'Müll' };
    await Promise.all([call('editAccount', edit), call('editAccount', { ...edit, body: { balance: 6 } })]);
    expect(ask.mock.calls.toSorted()).toEqual(
      [5, 6].map((balance) => [
        { method: 'PUT', path: '/api/account/u-1', body: { balance }, ifMatch: 7, reason: 'Müll' },
        undefined,
      ]),
    );
    expect(host.received.map(({ headers }) => headers['x-act-proof']).filter(Boolean)).toHaveLength(2);
    setStepUpHandler(async () => ({ kind: 'left' }));
  });

  it('throws what the question itself was refused for', async () => {
    setStepUpHandler(async () => ({
      kind: 'refused',
      error: new ApiError(422, [{ code: 'validation', error: 'Too little', message: 'Too little' }]),
    }));
    answer = () => ({ status: 403, body: refusal('step_up_required', 'Show it') });
    expect(await failureOf(call('readUser'))).toMatchObject({ status: 422, message: 'Too little' });
    expect(host.received).toHaveLength(1);
    setStepUpHandler(async () => ({ kind: 'left' }));
  });

  it('asks once, and is thrown when the host asks again', async () => {
    const ask = vi.fn(async () => ({ kind: 'shown' }) as const);
    setStepUpHandler(ask);
    answer = () => ({ status: 403, body: refusal('step_up_required', 'Show it') });
    expect((await failureOf(call('readUser'))).has('step_up_required')).toBe(true);
    expect(ask).toHaveBeenCalledOnce();
    expect(host.received).toHaveLength(2);
    setStepUpHandler(async () => ({ kind: 'left' }));
  });

  it('is not asked for what was given up meanwhile', async () => {
    const stop = new AbortController();
    setStepUpHandler(async () => {
      stop.abort();
      return { kind: 'shown' };
    });
    answer = () => ({ status: 403, body: refusal('step_up_required', 'Show it') });
    await expect(call('readUser', { signal: stop.signal })).rejects.toMatchObject({ name: 'AbortError' });
    expect(host.received).toHaveLength(1);
    setStepUpHandler(async () => ({ kind: 'left' }));
  });
});
