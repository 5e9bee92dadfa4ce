import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { validation } from '../../contract/messages';
import { auditOf } from '../support/audit';
import { startTestApp, type TestApp } from '../support/test-app';

let app: TestApp;
let investor: Awaited<ReturnType<TestApp['signUp']>>;
beforeAll(async () => {
  app = await startTestApp();
});
beforeEach(async () => {
  investor = await app.signUp();
});
afterAll(() => app.close());

const update = (body: unknown) => app.call('PUT', '/api/user', { token: investor.token, body });
const read = async () => (await app.call('GET', '/api/user', { token: investor.token })).data;
const audited = async () =>
  (await auditOf(app, { action: 'user.updated', subjectId: investor.userId })).map(({ before, after }) => ({
    before,
    after,
  }));

describe('the profile', () => {
  test('changes in the fields that are sent, and answers all of them', async () => {
    const before = await read();
    const updated = await update({ lastName: 'Byron' });
    expect([updated.status, updated.data]).toEqual([200, { ...Object(before), lastName: 'Byron' }]);
    expect(await read()).toEqual(updated.data);
    expect(await audited()).toEqual([{ before: { lastName: 'Lovelace' }, after: { lastName: 'Byron' } }]);
  });

  test('has a date of birth that can be set and taken away, and stays without one until then', async () => {
    expect(await read()).toMatchObject({ dob: null });
    expect((await update({ dob: '1990-01-31' })).data).toMatchObject({ dob: '1990-01-31' });
    expect((await update({ phoneNumber: '+44 20 7946 0001' })).data).toMatchObject({ dob: '1990-01-31' });
    expect((await update({ dob: null })).data).toMatchObject({ dob: null });
  });

  test('sent as it is changes nothing and is not written down', async () => {
    expect((await update({ firstName: 'Ada', dob: null })).status).toBe(200);
    expect(await audited()).toEqual([]);
  });

  test.each<[string, unknown, string | undefined, string]>([
    [
      'a first name of one letter',
      { firstName: 'A' },
      'firstName',
      'String must contain at least 2 character(s)',
    ],
    [
      'a last name of one letter',
      { lastName: 'L' },
      'lastName',
      'String must contain at least 2 character(s)',
    ],
    ['a short phone number', { phoneNumber: '1234567' }, 'phoneNumber', validation.phoneNumber],
    ['a short country', { country: 'USA' }, 'country', 'invalid phone number'],
    ['a day there never was', { dob: '1990-02-31' }, 'dob', validation.dob],
    ['a day to come', { dob: '2990-01-01' }, 'dob', validation.dob],
    ['a date and time', { dob: '1990-01-31T00:00:00Z' }, 'dob', validation.dob],
    ['no field at all', {}, undefined, validation.nothingToChange],
    ['another address', { email: 'new@example.com' }, undefined, 'Unknown field: email'],
    ['another role', { type: 'admin' }, undefined, 'Unknown field: type'],
  ])('does not take %s', async (_, body, field, message) => {
    const before = await read();
    const { status, errors } = await update(body);
    expect([status, errors[0]?.field, errors[0]?.message]).toEqual([422, field, message]);
    expect(await read()).toEqual(before);
  });
});
