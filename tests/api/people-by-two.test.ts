import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { personRecordSchema } from '../../contract/people';
import { proposalSchema, proposalViewSchema, sentForApprovalSchema } from '../../contract/proposals';
import { z } from '../../contract/zod';
import { auditOf } from '../support/audit';
import { accept, invitationFor } from '../support/people';
import { type Answer, startTestApp, type TestApp } from '../support/test-app';

/** Acts on people where `FOUR_EYES` names `people` (docs/rules.md, "Two persons"). */

let app: TestApp;
let first: { userId: string; token: string };
let second: Person;

type Person = Awaited<ReturnType<TestApp['signUp']>>;

async function makeAdmin(): Promise<Person> {
  const made = await app.signUp();
  await app.database.pool.query(`update users set type = 'admin' where id = $1`, [made.userId]);
  return made;
}

beforeAll(async () => {
  app = await startTestApp({ FOUR_EYES: 'people' });
  const token = await app.signInAsAdmin();
  const { data } = await app.call('GET', '/api/user', { token });
  first = { token, userId: z.object({ _id: z.string() }).parse(data)._id };
  second = await makeAdmin();
});
afterAll(() => app.close());

const headers = { 'x-reason': 'As%20agreed' };
const act = (verb: string, userId: string, token = first.token) =>
  app.call('POST', `/api/user/${userId}/${verb}`, { token, headers });
const invite = (email: string, token = first.token) =>
  app.call('POST', '/api/admin/invitations', { token, headers, body: { email, type: 'admin' } });
const standingOf = async (userId: string) => {
  const { data } = await app.call('GET', `/api/user/${userId}`, { token: first.token });
  return personRecordSchema.parse(data).standing;
};
const sent = (answer: Answer) => {
  expect(answer.status).toBe(202);
  return sentForApprovalSchema.parse(answer.data).proposal._id;
};
const read = async (id: string) => {
  const { data } = await app.call('GET', `/api/admin/proposals/${id}`, { token: second.token });
  return proposalViewSchema.parse(data);
};
async function approve(id: string, token = second.token): Promise<Answer> {
  const { effectHash } = await read(id);
  return app.call('POST', `/api/admin/proposals/${id}/approve`, { token, headers, body: { effectHash } });
}
const openInvitations = async () => {
  const { data } = await app.call('GET', '/api/admin/invitations', { token: first.token });
  return z.array(z.object({ email: z.string() })).parse(data);
};

describe('inviting', () => {
  test('waits, sends no link before, and is done by another administrator', async () => {
    const email = 'invited-by-two@example.com';
    const id = sent(await invite(email));
    expect(await read(id)).toMatchObject({
      effect: {
        changes: [{ name: 'role', before: null, after: 'admin' }],
        facts: [{ name: 'email', value: email }],
      },
      changed: false,
    });
    expect(await openInvitations()).toEqual([]);
    expect((await approve(id, first.token)).errors[0]?.code).toBe('own_proposal');
    expect((await approve(id)).status).toBe(200);
    expect(await openInvitations()).toMatchObject([{ email }]);
  });

  test('the same address twice is one proposal, another one is another', async () => {
    const email = 'twice@example.com';
    const id = sent(await invite(email));
    expect(sent(await invite(email))).toBe(id);
    expect(sent(await invite('other@example.com'))).not.toBe(id);
  });

  test('is refused when the address has an account by then', async () => {
    const id = sent(await invite('taken-meanwhile@example.com'));
    await app.signUp({ email: 'taken-meanwhile@example.com' });
    expect((await approve(id)).errors[0]?.code).toBe('conflict');
    expect(await read(id)).toMatchObject({ changed: true, now: null });
  });
});

describe('a standing', () => {
  test('becomes offboarded, and enabled again, by two; disabled by one', async () => {
    const ada = await app.signUp();
    expect((await act('disable', ada.userId)).status).toBe(200);
    expect(await standingOf(ada.userId)).toBe('disabled');
    const enabling = sent(await act('enable', ada.userId));
    expect(await standingOf(ada.userId)).toBe('disabled');
    expect((await approve(enabling)).status).toBe(200);
    expect(await standingOf(ada.userId)).toBe('enabled');
    const offboarding = sent(await act('offboard', ada.userId));
    expect(await standingOf(ada.userId)).toBe('enabled');
    expect((await approve(offboarding)).status).toBe(200);
    expect(await standingOf(ada.userId)).toBe('offboarded');
  });

  test('that has changed meanwhile cannot be approved any more', async () => {
    const ada = await app.signUp();
    const id = sent(await act('offboard', ada.userId));
    expect((await act('disable', ada.userId)).status).toBe(200);
    expect((await approve(id)).errors[0]?.code).toBe('effect_changed');
    expect(await standingOf(ada.userId)).toBe('disabled');
  });

  test('of oneself is neither proposed nor approved', async () => {
    expect((await act('offboard', first.userId)).errors[0]?.field).toBe('userId');
    const id = sent(await act('offboard', second.userId));
    expect((await approve(id)).errors[0]?.field).toBe('userId');
    expect(await standingOf(second.userId)).toBe('enabled');
  });
});

test('whom somebody proposed to invite, and another administrator let in, is let in no more once they are disabled', async () => {
  const third = await makeAdmin();
  const email = 'proposed-by-a-third@example.com';
  const id = sent(await invite(email, third.token));
  const invitationId = proposalSchema.parse((await approve(id)).data).result ?? '';
  const link = await invitationFor(app, email);
  expect((await act('disable', third.userId)).status).toBe(200);
  expect((await accept(app, link)).errors[0]?.code).toBe('invalid_invitation');
  expect(await openInvitations()).not.toContainEqual(expect.objectContaining({ email }));
  const events = await auditOf(app, { subjectId: invitationId, action: 'user.invitation_revoked' });
  expect(events).toMatchObject([{ actorId: first.userId, before: { type: 'admin' } }]);
});

test('what somebody proposed is withdrawn when they are disabled', async () => {
  const third = await makeAdmin();
  const ada = await app.signUp();
  const id = sent(await act('offboard', ada.userId, third.token));
  expect((await act('disable', third.userId)).status).toBe(200);
  expect(proposalSchema.parse(await read(id)).status).toBe('WITHDRAWN');
  expect((await approve(id)).errors[0]?.code).toBe('conflict');
});
