import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from '../../contract/zod';
import { buildRegistration } from '../builders';
import { startTestApp, type TestApp } from '../support/test-app';
import { authCalls } from './auth-calls';

const good = 'seven walruses paint fences';
const known = 'This password is on lists of known passwords; choose another one';
const guessable = 'This password is easy to guess; choose a longer one or one with less common words';

describe.each([
  { list: 'on', environment: {}, weak: 'Password1', says: known },
  // As live mode has it by default.
  {
    list: 'strict',
    environment: { PASSWORD_LIST: 'strict', PASSWORD_MIN: '15' },
    weak: '123456789012345',
    says: guessable,
  },
])('a password that others have as well, with the list $list,', ({ environment, weak, says }) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp(environment);
  });
  afterAll(() => app.close());
  const { trade, login, resend } = authCalls(() => app);
  const refused = (field: string) => ({
    status: 422,
    errors: [{ code: 'validation', field, message: says }],
  });

  test('is refused at registration, and the address can register with another one', async () => {
    const email = `${randomUUID()}@example.com`;
    const register = (password: string) =>
      app.call('POST', '/api/user/create', { body: buildRegistration({ email, password }) });
    expect(await register(weak)).toMatchObject(refused('password'));
    expect((await app.mailsTo(email)).length).toBe(0);
    expect((await register(good)).status).toBe(201);
  });

  test('is refused at a change, and the old one stays', async () => {
    const { email, token } = await app.signUp({ password: good });
    const change = (newPassword: string) =>
      app.call('PUT', '/api/user/password', { token, body: { oldPassword: good, newPassword } });
    expect(await change(weak)).toMatchObject(refused('newPassword'));
    expect((await login(email, good)).status).toBe(200);
    expect((await change('nine otters juggle lemons')).status).toBe(200);
  });

  test('is refused at a reset, and so is the own name; the token serves for another one', async () => {
    const { email } = await app.signUp({
      password: good,
      firstName: 'Maximiliana',
      lastName: 'Featherstone',
    });
    await resend(email, 'reset_password');
    const token = z.string().parse((await trade(email, await app.codeFor(email, 2))).data);
    const reset = (password: string) => app.call('PUT', '/api/auth/password', { body: { token, password } });
    expect(await reset(weak)).toMatchObject(refused('password'));
    expect(await reset('maximiliana featherstone')).toMatchObject({
      status: 422,
      errors: [
        { field: 'password', message: 'Your name or email address is no password; choose another one' },
      ],
    });
    expect((await login(email, good)).status).toBe(200);
    expect((await reset('nine otters juggle lemons')).status).toBe(200);
  });
});
