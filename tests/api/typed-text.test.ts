import { afterAll, beforeAll, expect, test } from 'vitest';
import { validation } from '../../contract/messages';
import { transactionSchema } from '../../contract/transaction';
import { buildDeposit, buildRegistration } from '../builders';
import { startTestApp, type TestApp } from '../support/test-app';

let app: TestApp;
let admin: string;
beforeAll(async () => {
  app = await startTestApp();
  admin = await app.signInAsAdmin();
});
afterAll(() => app.close());

/** Turns what follows it around, and nobody sees it. */
const turned = '\u202e\u2066\u200b\u{e0041}';

test('names are stored without what nobody sees, and are too short when nothing else is there', async () => {
  const { token, userId } = await app.signUp({
    firstName: `Ada${turned}`,
    lastName: `${turned}Love\u00adlace`,
  });
  const read = () => app.call('GET', `/api/user/${userId}`, { token: admin });
  expect((await read()).data).toMatchObject({ firstName: 'Ada', lastName: 'Lovelace' });
  const update = (body: unknown) => app.call('PUT', '/api/user', { token, body });
  expect((await update({ firstName: `Augusta${turned}` })).data).toMatchObject({ firstName: 'Augusta' });
  for (const [firstName, message] of [
    [turned, validation.firstNameShort],
    ['\u3164\u115f', validation.firstNameShort],
    ['Ada\u0007', validation.controlCharacters],
    [`A${'\u0335'.repeat(30)}da`, validation.tooManyAccents],
  ] as const) {
    const body = buildRegistration({ firstName, email: 'nobody@example.com' });
    expect(await app.call('POST', '/api/user/create', { body })).toMatchObject({
      status: 422,
      errors: [{ field: 'firstName', message }],
    });
    expect((await update({ firstName })).status).toBe(422);
  }
  // Half a character, as JSON can carry it.
  const half = JSON.stringify({ firstName: 'Ada?' }).replace('?', '\\ud83d');
  expect((await app.call('PUT', '/api/user', { token, body: half })).status).toBe(422);
  expect((await read()).data).toMatchObject({ firstName: 'Augusta' });
});

test('transaction ids and reasons are stored without it, so that two that look the same are the same', async () => {
  const { token } = await app.signUp();
  const body = buildDeposit({ transactionId: `${turned}0xabc\u200d` });
  const made = await app.call('POST', '/api/transaction/create', { token, body });
  const { _id, transactionId } = transactionSchema.parse(made.data);
  expect(transactionId).toBe('0xabc');
  await app.call('PUT', `/api/transaction/${_id}`, {
    token: admin,
    body: { status: 'DECLINED' },
    headers: { 'x-reason': encodeURIComponent(`No${turned} payment\nseen`) },
  });
  const history = await app.call('GET', `/api/transaction/${_id}/history`, { token });
  expect(history.data).toMatchObject([{ to: 'PENDING' }, { reason: 'No payment\nseen' }]);
});

test('a reason of nothing that is seen is none', async () => {
  const { userId } = await app.signUp();
  const answer = await app.call('PUT', `/api/account/${userId}/frozen`, {
    token: admin,
    body: { frozen: true },
    headers: { 'x-reason': encodeURIComponent(turned) },
  });
  expect(answer).toMatchObject({ status: 422, errors: [{ field: 'reason' }] });
});
