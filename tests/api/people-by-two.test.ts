import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { personRecordSchema } from '../../contract/people';
import { proposalSchema, proposalViewSchema, sentForApprovalSchema } from '../../contract/proposals';
import { refusals } from '../../contract/refusals';
import { z } from '../../contract/zod';
import { buildRegistration } from '../builders';
import { auditOf } from '../support/audit';
import { accept, invitationFor } from '../support/people';
import { addPasskey, askAct, site } from '../support/sign-act';
import { type Answer, startTestApp, type TestApp } from '../support/test-app';

/** Acts on people where `FOUR_EYES` names anything, which all of it holds (docs/rules.md, "Two persons"). */

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
  app = await startTestApp({ FOUR_EYES: 'address' });
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

  test('of before it took two, made by one alone, lets nobody in and is not sent again; of the machine it does', async () => {
    const made = async (inviterId: string | null) => {
      const [id, token, email] = [randomUUID(), randomUUID(), `${randomUUID()}@example.com`];
      await app.superuser.pool.query(
        `insert into invitations (id, email, type, token_hash, inviter_id, expires_at)
         values ($1, $2, 'admin', $3, $4, now() + interval '1 day')`,
        [id, email, createHash('sha256').update(token).digest('base64url'), inviterId],
      );
      return { id, token };
    };
    const alone = await made(first.userId);
    const look = (token: string) => app.call('POST', '/api/auth/invitation', { body: { token } });
    expect((await look(alone.token)).errors[0]?.code).toBe('invalid_invitation');
    expect((await accept(app, alone.token)).errors[0]?.code).toBe('invalid_invitation');
    const url = `/api/admin/invitations/${alone.id}`;
    const again = await app.call('POST', `${url}/send`, { token: first.token, headers });
    expect(again.errors[0]?.message).toBe(refusals.invitedAlone);
    expect((await app.call('DELETE', url, { token: first.token, headers })).status).toBe(200);
    const email = 'sent-again@example.com';
    const id = proposalSchema.parse((await approve(sent(await invite(email)))).data).result ?? '';
    const resent = await app.call('POST', `/api/admin/invitations/${id}/send`, {
      token: first.token,
      headers,
    });
    expect(resent.status).toBe(200);
    expect((await accept(app, await invitationFor(app, email, 2))).status).toBe(200);
    expect((await accept(app, (await made(null)).token)).status).toBe(200);
  });

  test('is refused when the address has an account by then', async () => {
    const id = sent(await invite('taken-meanwhile@example.com'));
    await app.signUp({ email: 'taken-meanwhile@example.com' });
    expect((await approve(id)).errors[0]?.code).toBe('conflict');
    expect(await read(id)).toMatchObject({ changed: true, now: null });
  });
});

test('what is signed of an approval, and written down of a proposal, has no hash that whom it invites could be guessed from', async () => {
  const signing = await startTestApp({ FOUR_EYES: 'address', PUBLIC_URL: site.origin });
  try {
    const token = await signing.signInAsAdmin();
    const other = await signing.signUp();
    await signing.database.pool.query(`update users set type = 'admin' where id = $1`, [other.userId]);
    await addPasskey(signing, other.token, buildRegistration().password);
    const ask = async (method: string, path: string, body: object) => {
      const proposed = sent(await signing.call(method, path, { token, headers, body }));
      const url = `/api/admin/proposals/${proposed}`;
      const { data } = await signing.call('GET', url, { token: other.token });
      const { effectHash } = proposalViewSchema.parse(data);
      const act = { method: 'POST', path: `${url}/approve`, body: { effectHash } };
      expect((await askAct(signing, act, other.token)).status).toBe(200);
      const { rows } = await signing.database.pool.query('select act from pending_acts order by created_at');
      const written: string = rows.at(-1).act;
      expect(written).not.toContain(effectHash);
      const made = await auditOf(signing, { subjectId: proposed, action: 'proposal.made' });
      return { on: JSON.parse(written).on, after: made[0]?.after, effectHash };
    };
    const inviting = await ask('POST', '/api/admin/invitations', { email: 'x@example.com', type: 'admin' });
    expect(inviting.on).toEqual({ kind: 'people', effectHash: null });
    expect(inviting.after).not.toHaveProperty('effectHash');
    const ada = await signing.signUp();
    const offboarding = await ask('POST', `/api/user/${ada.userId}/offboard`, {});
    expect(offboarding.on).toEqual({ kind: 'people', effectHash: { keyed: expect.any(String) } });
    expect(offboarding.after).toMatchObject({ effectHash: offboarding.effectHash });
  } finally {
    await signing.close();
  }
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

  test('is not proposed from a stale tab', async () => {
    const ada = await app.signUp();
    const seen = (version: number) =>
      app.call('POST', `/api/user/${ada.userId}/offboard`, {
        token: first.token,
        headers: { ...headers, 'if-match': `"${version}"` },
      });
    expect((await seen(2)).status).toBe(412);
    sent(await seen(1));
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
  const done = sent(await invite('invited-before@example.com', third.token));
  const approved = proposalSchema.parse((await approve(done)).data);
  const id = sent(await act('offboard', ada.userId, third.token));
  expect((await act('disable', third.userId)).status).toBe(200);
  expect(proposalSchema.parse(await read(id)).status).toBe('WITHDRAWN');
  // What was decided stays as it was decided.
  expect(proposalSchema.parse(await read(done))).toEqual(approved);
  expect((await approve(id)).errors[0]?.code).toBe('conflict');
});
