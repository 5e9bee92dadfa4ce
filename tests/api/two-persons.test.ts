import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { accountSchema } from '../../contract/account';
import { limits } from '../../contract/limits';
import { mailSubjects } from '../../contract/mail-subjects';
import { personRecordSchema } from '../../contract/people';
import { bulkRowSchema } from '../../contract/preview';
import { proposalSchema, proposalViewSchema, sentForApprovalSchema } from '../../contract/proposals';
import { refusals } from '../../contract/refusals';
import { reviewSchema, statusPreviewSchema } from '../../contract/review';
import { transactionSchema } from '../../contract/transaction';
import { walletSchema } from '../../contract/wallet';
import { z } from '../../contract/zod';
import { editAccount } from '../../server/accounts/edit';
import type { Tx } from '../../server/db/client';
import { lockAccount } from '../../server/ledger/posting';
import { withdrawProposalsOf } from '../../server/proposals/decide';
import { buildDeposit, buildWithdrawal } from '../builders';
import { auditOf } from '../support/audit';
import { bookProblems } from '../support/books';
import { countWaiting } from '../support/hold';
import { setUpTotp } from '../support/second-factor';
import { type Answer, startTestApp, type TestApp, withAuditor } from '../support/test-app';

/** An administrator besides the first one. */
async function makeAdmin(on: TestApp) {
  const made = await on.signUp();
  await on.database.pool.query(`update users set type = 'admin' where id = $1`, [made.userId]);
  return made;
}

let app: TestApp;
let first: string;
let firstId: string;
let second: Awaited<ReturnType<typeof makeAdmin>>;
let investor: Awaited<ReturnType<TestApp['signUp']>>;
let auditor: string;
beforeAll(async () => {
  app = await startTestApp({ ...withAuditor, FOUR_EYES: 'address,adjustment:1000,withdrawal:1000' });
  first = await app.signInAsAdmin();
  auditor = await app.signInAsAuditor();
  second = await makeAdmin(app);
  firstId = z
    .object({ _id: z.string() })
    .parse((await app.call('GET', '/api/user', { token: first })).data)._id;
});
beforeEach(async () => {
  investor = await app.signUp();
});
afterAll(async () => {
  expect(await bookProblems(app.database.pool)).toEqual([]);
  await app.close();
});

const because = (reason = 'As agreed') => ({ 'x-reason': encodeURIComponent(reason) });
const edit = (body: object, token = first, headers: Record<string, string> = because()) =>
  app.call('PUT', `/api/account/${investor.userId}`, { token, body, headers });
const setStatus = (id: string, status: string, token = first, headers = because()) =>
  app.call('PUT', `/api/transaction/${id}`, { token, body: { status }, headers });
const account = async () =>
  accountSchema.parse((await app.call('GET', '/api/account', { token: investor.token })).data);
const sent = (answer: Answer) => {
  expect(answer.status).toBe(202);
  return sentForApprovalSchema.parse(answer.data).proposal;
};
const path = '/api/admin/proposals';
const view = async (id: string, token = second.token) =>
  proposalViewSchema.parse((await app.call('GET', `${path}/${id}`, { token })).data);
const decide = (id: string, verb: string, token: string, body: object = {}, headers = because('Checked')) =>
  app.call('POST', `${path}/${id}/${verb}`, { token, body, headers });
async function approve(id: string, token = second.token, headers = because('Checked')) {
  const { effectHash } = await view(id, token);
  return decide(id, 'approve', token, { effectHash }, headers);
}

/** A withdrawal of an investor who has the money for several. */
async function withdrawal(amount: number) {
  const made = await app.call('POST', '/api/transaction/create', {
    token: investor.token,
    body: buildWithdrawal({ amount }),
  });
  return transactionSchema.parse(made.data);
}
/** A balance that came by deposits, which one administrator confirms. */
async function fund(amount: number): Promise<void> {
  const made = await app.call('POST', '/api/transaction/create', {
    token: investor.token,
    body: buildDeposit({ amount }),
  });
  expect((await setStatus(transactionSchema.parse(made.data)._id, 'CONFIRMED')).status).toBe(200);
}

describe('an adjustment', () => {
  test('below the sum is made at once, and one that reaches it waits, with nothing changed', async () => {
    expect((await edit({ profit: 400 })).status).toBe(200);
    const proposal = sent(await edit({ profit: 1_000 }));
    expect(proposal).toMatchObject({ kind: 'adjustment', status: 'PENDING', subjectId: investor.userId });
    expect((await account()).profit).toBe(400);
    expect(await view(proposal._id)).toMatchObject({
      changed: false,
      reason: 'As agreed',
      proposer: { email: 'admin@example.com' },
      person: { email: investor.email },
      effect: { changes: [{ name: 'profit', before: 400, after: 1_000 }] },
      now: { changes: [{ name: 'profit', before: 400, after: 1_000 }] },
      preview: { changes: [{ field: 'profit', before: 400, after: 1_000 }] },
    });
  });

  test('counts together with slices, of whichever figure, direction and administrator', async () => {
    expect((await edit({ profit: 400 })).status).toBe(200);
    expect((await edit({ profit: 100 }, second.token)).status).toBe(200);
    // 700 dollars were moved though the figure stands at 100.
    sent(await edit({ bitcoin: 300 }));
    expect((await edit({ bitcoin: 299.99 })).status).toBe(200);
    sent(await edit({ bitcoin: 300 }, second.token));
  });

  test('in slices at once is not made beyond the sum', async () => {
    const answers = await Promise.all(
      ['profit', 'bitcoin', 'litecoin', 'usdt', 'ethereum', 'bnb'].map((field, at) =>
        edit({ [field]: 300 }, at % 2 ? first : second.token),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 202, 202, 202]);
  });

  test('is made by approving it, by both people, and then counts for no slice', async () => {
    const { _id } = sent(await edit({ balance: 5_000, profit: 10 }));
    const approved = await approve(_id);
    expect(approved).toMatchObject({
      status: 200,
      data: {
        status: 'APPROVED',
        decider: { _id: second.userId },
        decisionReason: 'Checked',
        result: expect.stringMatching(/^\d+$/),
      },
    });
    expect(await account()).toMatchObject({ balance: 5_000, profit: 10 });
    const events = await auditOf(app);
    expect(events.filter(({ subjectId }) => subjectId === investor.userId).at(-1)).toMatchObject({
      action: 'account.edited',
      actorId: second.userId,
      reason: 'As agreed',
      after: { balance: 5_000, proposalId: _id, proposerId: firstId },
    });
    expect(events.filter(({ subjectId }) => subjectId === _id)).toMatchObject([
      { action: 'proposal.made', actorId: firstId, reason: 'As agreed' },
      { action: 'proposal.approved', actorId: second.userId, reason: 'Checked' },
    ]);
    expect((await edit({ profit: 900 })).status).toBe(200);
  });

  test('that moves nothing is nobody else’s to agree on, whatever was moved before it took two', async () => {
    const alone = { userId: firstId, requestId: undefined, reason: undefined };
    await app.database.transact((tx) =>
      editAccount(tx, alone, investor.userId, { profit: 5_000 }, undefined),
    );
    expect((await edit({ profit: 5_000 })).status).toBe(200);
    sent(await edit({ profit: 5_000.01 }));
  });

  test('is proposed for a reason alone, and in the version that was seen', async () => {
    expect(await edit({ profit: 2_000 }, first, {})).toMatchObject({ status: 422 });
    expect((await edit({ profit: 2_000 }, first, { ...because(), 'if-match': '"7"' })).status).toBe(412);
  });

  test('proposed twice waits once, whoever proposes it; by the same key it is answered the same', async () => {
    const headers = { ...because(), 'idempotency-key': randomUUID() };
    const { _id } = sent(await edit({ profit: 2_000 }, first, headers));
    expect(sent(await edit({ profit: 2_000 }, first, headers))._id).toBe(_id);
    expect(sent(await edit({ profit: 2_000 }, second.token))._id).toBe(_id);
    expect((await view(_id)).reason).toBe('As agreed');
    const at = await Promise.all([1, 2, 3, 4].map(() => edit({ profit: 3_000 })));
    expect(new Set(at.map((answer) => sent(answer)._id)).size).toBe(1);
  });
});

describe('an act that waits already', () => {
  test('is told apart from one that was proposed now, with whose it is; by the same key as before', async () => {
    const wanted = { profit: 2_000 };
    const key = () => ({ 'idempotency-key': randomUUID() });
    const [firstKey, secondKey] = [key(), key()];
    const made = await edit(wanted, first, { ...because(), ...firstKey });
    const { _id, createdAt } = sent(made);
    expect(made.data).not.toHaveProperty('alreadyFrom');
    const again = await edit(wanted, second.token, { ...because('I too'), ...secondKey });
    expect(again).toMatchObject({
      status: 202,
      data: { proposal: { _id, createdAt }, alreadyFrom: { _id: firstId, email: 'admin@example.com' } },
    });
    expect((await edit(wanted)).data).toMatchObject({ proposal: { _id }, alreadyFrom: { _id: firstId } });
    expect((await edit(wanted, first, { ...because(), ...firstKey })).data).toEqual(made.data);
    expect((await decide(_id, 'withdraw', first)).status).toBe(200);
    expect((await edit(wanted, second.token, { ...because('I too'), ...secondKey })).data).toEqual(
      again.data,
    );
    expect((await edit(wanted, second.token)).data).not.toHaveProperty('alreadyFrom');
  });

  test('is said in the review of its withdrawal and before it is confirmed, as long as it waits', async () => {
    await fund(5_000);
    const { _id: trxId } = await withdrawal(1_000);
    const review = async () => {
      const { data } = await app.call('GET', `/api/transaction/${trxId}/review`, { token: second.token });
      return reviewSchema.parse(data);
    };
    const preview = async (status: string) => {
      const path = `/api/transaction/${trxId}/preview`;
      const { data } = await app.call('POST', path, { token: second.token, body: { status } });
      return statusPreviewSchema.parse(data);
    };
    expect(await review()).not.toHaveProperty('waiting');
    const { _id, createdAt } = sent(await setStatus(trxId, 'CONFIRMED'));
    expect((await review()).waiting).toMatchObject({ _id, createdAt, proposer: { _id: firstId } });
    expect((await preview('CONFIRMED')).waiting).toMatchObject({ _id, proposer: { _id: firstId } });
    expect(await preview('DECLINED')).not.toHaveProperty('waiting');
    expect((await decide(_id, 'decline', second.token)).status).toBe(200);
    expect(await preview('CONFIRMED')).not.toHaveProperty('waiting');
    expect(await review()).not.toHaveProperty('waiting');
  });
});

describe('nobody approves the own proposal', () => {
  test('not by its hash, not at once with others, not by a replay', async () => {
    const { _id } = sent(await edit({ balance: 5_000 }));
    const { effectHash } = await view(_id);
    const headers = { ...because(), 'idempotency-key': randomUUID() };
    const tried = await Promise.all(
      Array.from({ length: 8 }, () => decide(_id, 'approve', first, { effectHash }, headers)),
    );
    tried.push(await decide(_id, 'approve', first, { effectHash }, headers));
    expect(tried.some(({ status }) => status === 200)).toBe(false);
    expect(tried.at(-1)).toMatchObject({ status: 403, errors: [{ code: 'own_proposal' }] });
    expect(await decide(_id, 'decline', first)).toMatchObject({ errors: [{ code: 'own_proposal' }] });
    expect((await account()).balance).toBe(0);
  });

  test('nor does the database take it', async () => {
    const { _id } = sent(await edit({ balance: 5_000 }));
    const update = `update proposals set status = 'APPROVED', decided_at = now(), decider_id = $2 where id = $1`;
    for (const decider of [firstId, null]) {
      await expect(app.superuser.pool.query(update, [_id, decider])).rejects.toThrow(
        'proposals_two_persons_check',
      );
    }
  });
});

describe('approving', () => {
  test('by two at once does the act once', async () => {
    const third = await makeAdmin(app);
    const { _id } = sent(await edit({ balance: 5_000 }));
    const { effectHash } = await view(_id);
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, at) =>
        decide(_id, 'approve', at % 2 ? third.token : second.token, { effectHash }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(7);
    const entries = await app.database.pool.query('select 1 from ledger_entries where user_id = $1', [
      investor.userId,
    ]);
    expect(entries.rowCount).toBe(1);
  });

  test('is refused once the effect is another one, and says so', async () => {
    const { _id } = sent(await edit({ balance: 5_000 }));
    const { effectHash } = await view(_id);
    await fund(500);
    const changed = await view(_id);
    expect(changed).toMatchObject({
      changed: true,
      effect: { changes: [{ name: 'balance', before: 0, after: 5_000 }] },
      now: { changes: [{ name: 'balance', before: 500, after: 5_000 }] },
    });
    expect(await decide(_id, 'approve', second.token, { effectHash })).toMatchObject({
      status: 409,
      errors: [{ code: 'effect_changed' }],
    });
    expect((await account()).balance).toBe(500);
    const again = sent(await edit({ balance: 5_000 }));
    expect(again._id).not.toBe(_id);
    expect((await approve(again._id)).status).toBe(200);
  });

  test('is refused with the hash of another effect', async () => {
    const { _id } = sent(await edit({ balance: 5_000 }));
    expect(await decide(_id, 'approve', second.token, { effectHash: 'a'.repeat(64) })).toMatchObject({
      errors: [{ code: 'effect_changed' }],
    });
  });

  test('is refused once the proposer is no administrator any more', async () => {
    for (const becomes of [`type = 'auditor'`, `standing = 'disabled'`]) {
      const third = await makeAdmin(app);
      const { _id } = sent(await edit({ balance: 5_000 }, third.token));
      await app.superuser.pool.query(`update users set ${becomes} where id = $1`, [third.userId]);
      expect(await approve(_id)).toMatchObject({
        status: 409,
        errors: [{ code: 'conflict', message: refusals.proposerGone }],
      });
      expect((await account()).balance).toBe(0);
      await app.database.transact((tx) =>
        withdrawProposalsOf(
          tx,
          { userId: second.userId, requestId: undefined, reason: 'Has left' },
          third.userId,
        ),
      );
      expect(await view(_id)).toMatchObject({ status: 'WITHDRAWN', decisionReason: 'Has left' });
    }
  });

  /** Holds the account while `meanwhile` is done and somebody approves; answers what came of it. */
  async function approvedMeanwhile(id: string, token: string, meanwhile: (tx: Tx) => Promise<unknown>) {
    const { effectHash } = await view(id);
    const watcher = await app.superuser.pool.connect();
    try {
      const approving = await app.database.transact(async (tx) => {
        await tx.db.execute(sql`set local idle_in_transaction_session_timeout = 0`);
        await lockAccount(tx.db, investor.userId);
        const started = decide(id, 'approve', token, { effectHash });
        await expect.poll(() => countWaiting(watcher)).toBe(1);
        await meanwhile(tx);
        return { started };
      });
      return await approving.started;
    } finally {
      watcher.release();
    }
  }

  test.each([
    ['is no administrator any more', `type = 'auditor'`],
    ['may not sign in any more', `standing = 'disabled'`],
  ])('is refused to whoever %s by the time its account is free', async (_, becomes) => {
    const third = await makeAdmin(app);
    const { _id } = sent(await edit({ balance: 5_000 }));
    const answer = await approvedMeanwhile(_id, third.token, () =>
      app.superuser.pool.query(`update users set ${becomes} where id = $1`, [third.userId]),
    );
    expect(answer).toMatchObject({ status: 403, errors: [{ code: 'forbidden' }] });
    expect((await account()).balance).toBe(0);
    expect((await view(_id)).status).toBe('PENDING');
  });

  test('is refused in a session that has ended by the time its account is free', async () => {
    const third = await makeAdmin(app);
    const { _id } = sent(await edit({ balance: 5_000 }));
    const answer = await approvedMeanwhile(_id, third.token, async () => {
      const ended = await app.call('DELETE', `/api/user/${third.userId}/sessions`, { token: first });
      expect(ended.status).toBe(200);
    });
    expect(answer.status).toBe(401);
    expect((await account()).balance).toBe(0);
    expect((await view(_id)).status).toBe('PENDING');
  });

  test('is refused where the effect has become another one by the time its account is free', async () => {
    const { _id } = sent(await edit({ balance: 5_000 }));
    const alone = { userId: firstId, requestId: undefined, reason: undefined };
    const answer = await approvedMeanwhile(_id, second.token, (tx) =>
      editAccount(tx, alone, investor.userId, { balance: 500 }, undefined),
    );
    expect(answer).toMatchObject({ status: 409, errors: [{ code: 'effect_changed' }] });
    expect((await account()).balance).toBe(500);
  });

  test('needs the second factor shown a short while ago', async () => {
    const third = await makeAdmin(app);
    await setUpTotp(app, third.token, 'correct horse');
    const { _id } = sent(await edit({ balance: 5_000 }));
    const { effectHash } = await view(_id);
    await app.database.pool.query(
      `update sessions set factor_at = now() - interval '6 minutes' where user_id = $1`,
      [third.userId],
    );
    expect(await decide(_id, 'approve', third.token, { effectHash })).toMatchObject({
      status: 403,
      errors: [{ code: 'step_up_required' }],
    });
    expect((await edit({ profit: 3_000 }, third.token)).errors).toMatchObject([{ code: 'step_up_required' }]);
  });
});

describe('a decision', () => {
  test('to decline needs a reason, is mailed to the proposer, and is final', async () => {
    const { _id } = sent(await edit({ balance: 5_000 }));
    expect((await decide(_id, 'decline', second.token, {}, {} as never)).status).toBe(422);
    expect(await decide(_id, 'decline', second.token, {}, because('Not agreed'))).toMatchObject({
      status: 200,
      data: { status: 'DECLINED', decisionReason: 'Not agreed' },
    });
    expect((await approve(_id)).status).toBe(409);
    expect((await account()).balance).toBe(0);
    await expect
      .poll(async () => (await app.mailsTo('admin@example.com')).map(({ subject }) => subject))
      .toContain(mailSubjects.proposalDecided('declined'));
  });

  test('to withdraw is the proposer’s alone', async () => {
    const { _id } = sent(await edit({ balance: 5_000 }));
    expect((await decide(_id, 'withdraw', second.token)).status).toBe(403);
    expect(await decide(_id, 'withdraw', first)).toMatchObject({ data: { status: 'WITHDRAWN' } });
    expect((await approve(_id)).status).toBe(409);
  });

  test('is no auditor’s and no investor’s; the auditor sees it', async () => {
    const { _id } = sent(await edit({ balance: 5_000 }));
    const { effectHash } = await view(_id, auditor);
    for (const verb of ['approve', 'decline', 'withdraw']) {
      expect((await decide(_id, verb, auditor, verb === 'approve' ? { effectHash } : {})).status).toBe(403);
    }
    expect((await app.call('GET', path, { token: investor.token })).status).toBe(403);
    expect((await app.call('GET', path, { token: auditor })).status).toBe(200);
  });
});

describe('proposals of one administrator', () => {
  /** Lets so many of theirs wait. */
  const wait = (userId: string, count: number) =>
    app.database.pool.query(
      `insert into proposals (id, kind, subject_type, subject_id, parameters, effect, effect_hash, proposer_id, reason)
       select gen_random_uuid(), 'people', 'user', gen_random_uuid(),  '{}',
         '{"changes": [], "facts": [], "versions": {}}', nth, $1, 'As agreed'
       from generate_series(1, $2) nth`,
      [userId, count],
    );
  afterEach(() => app.superuser.pool.query(`delete from proposals where kind = 'people'`));
  const full = { code: 'quota_reached', message: refusals.proposalsFull(limits.proposals) };

  test('wait up to a number, also at once, and mail nobody beyond it; those of others are not counted', async () => {
    const third = await makeAdmin(app);
    await wait(third.userId, limits.proposals - 1);
    const answers = await Promise.all([1, 2, 3].map((at) => edit({ profit: 2_000 + at }, third.token)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([202, 422, 422]);
    expect(answers.find(({ status }) => status === 422)?.errors).toMatchObject([full]);
    const made = answers.find(({ status }) => status === 202);
    const { _id } = sent(made ?? expect.fail('None was made'));
    const events = await auditOf(app, { action: 'proposal.made' });
    expect(events.filter(({ actorId }) => actorId === third.userId)).toHaveLength(1);
    // One that waits already is no further one.
    const again = Promise.all([1, 2, 3].map((at) => edit({ profit: 2_000 + at }, third.token)));
    expect((await again).map(({ status }) => status).toSorted()).toEqual([202, 422, 422]);
    sent(await edit({ profit: 9_000 }, second.token));
    expect((await decide(_id, 'withdraw', third.token)).status).toBe(200);
    sent(await edit({ profit: 3_000 }, third.token));
  });

  test('beyond it are told row by row in a change of many', async () => {
    await fund(5_000);
    const third = await makeAdmin(app);
    await wait(third.userId, limits.proposals - 1);
    const rows = [await withdrawal(1_000), await withdrawal(1_100)];
    const body = { status: 'CONFIRMED', rows: rows.map(({ _id, version }) => ({ _id, version })) };
    const options = { token: third.token, body, headers: because() };
    const { data } = await app.call('POST', '/api/transaction/bulk', options);
    expect(data).toMatchObject([
      { result: 'sent' },
      { result: 'failed', status: 'PENDING', message: full.message },
    ]);
  });

  test('are withdrawn together, each with its event', async () => {
    const third = await makeAdmin(app);
    await wait(third.userId, limits.proposals);
    const actor = { userId: second.userId, requestId: undefined, reason: 'Has left' };
    await app.database.transact((tx) => withdrawProposalsOf(tx, actor, third.userId));
    const { rows } = await app.database.pool.query(
      `select count(*)::int as count, count(decided_at)::int as decided from proposals
       where proposer_id = $1 and status = 'WITHDRAWN' and decider_id = $2 and decision_reason = 'Has left'`,
      [third.userId, second.userId],
    );
    expect(rows).toEqual([{ count: limits.proposals, decided: limits.proposals }]);
    const events = await auditOf(app, { action: 'proposal.withdrawn' });
    const ofThird = events.filter(({ after }) => JSON.stringify(after).includes(third.userId));
    expect(new Set(ofThird.map(({ subjectId }) => subjectId)).size).toBe(limits.proposals);
    expect(ofThird).toHaveLength(limits.proposals);
  });
});

test('all other administrators hear of a proposal, in a subject without a name', async () => {
  const { email } = second;
  sent(await edit({ balance: 7_000 }));
  await expect
    .poll(
      async () => (await app.mailsTo(email)).filter(({ text }) => text.includes('/admin/proposals')).length,
    )
    .toBeGreaterThan(0);
  const mails = await app.mailsTo('admin@example.com');
  const own = mails.filter(({ subject }) => subject === mailSubjects.proposalMade);
  expect(own.every(({ text }) => !text.includes(investor.email))).toBe(true);
});

test('the list has what waits first, and finds by kind, status and proposer', async () => {
  const { _id } = sent(await edit({ balance: 5_000 }));
  const done = sent(await edit({ balance: 6_000 }));
  await decide(done._id, 'withdraw', first);
  const all = z
    .array(proposalSchema)
    .parse((await app.call('GET', `${path}?range=[0,99]`, { token: auditor })).data);
  const states = all.map(({ status }) => status === 'PENDING');
  expect(states.lastIndexOf(true)).toBeLessThan(states.indexOf(false));
  expect(all[0]?._id).toBe(_id);
  const filter = JSON.stringify({ status: 'PENDING', kind: 'adjustment', personId: investor.userId });
  const found = await app.call('GET', `${path}?range=[0,0]&filter=${encodeURIComponent(filter)}`, {
    token: auditor,
  });
  expect(found.headers['content-range']).toMatch(/\/1$/);
  const proposer = await app.call(
    'GET',
    `${path}?filter=${encodeURIComponent(JSON.stringify({ q: 'admin@example.com', id: [_id] }))}`,
    { token: auditor },
  );
  expect(proposer.data).toHaveLength(1);
});

describe('the payment of a withdrawal', () => {
  test('of less is made at once; with what was paid before it waits, also when it is confirmed once more', async () => {
    await fund(5_000);
    const [small, other] = [await withdrawal(600), await withdrawal(399.99)];
    expect((await setStatus(small._id, 'CONFIRMED')).status).toBe(200);
    expect((await setStatus(other._id, 'CONFIRMED')).status).toBe(200);
    expect((await setStatus(other._id, 'DECLINED')).status).toBe(200);
    const { _id } = sent(await setStatus(other._id, 'CONFIRMED'));
    expect(await view(_id)).toMatchObject({
      kind: 'withdrawal',
      effect: {
        changes: [{ name: 'status', before: 'DECLINED', after: 'CONFIRMED' }],
        facts: [
          { name: 'amount', value: 399.99 },
          { name: 'crypto', value: 'bitcoin' },
          { name: 'wallet', value: other.wallet },
        ],
      },
      preview: { overdraws: false },
    });
    expect((await setStatus((await withdrawal(0.01))._id, 'CONFIRMED')).status).toBe(202);
  });

  test('is made once it is approved, and its owner is mailed', async () => {
    await fund(5_000);
    const made = await withdrawal(1_000);
    const { _id } = sent(await setStatus(made._id, 'CONFIRMED'));
    expect((await account()).held).toBe(1_000);
    expect(await approve(_id)).toMatchObject({ status: 200, data: { result: made._id } });
    expect(await account()).toMatchObject({ held: 0, balance: 4_000 });
    await expect
      .poll(async () => (await app.mailsTo(investor.email)).map(({ subject }) => subject))
      .toContain(mailSubjects.statusChanged('WITHDRAWAL', 'confirmed'));
  });

  test('from an account that was frozen meanwhile says so, and is not made until it is free again', async () => {
    await fund(5_000);
    const made = await withdrawal(1_000);
    const { _id } = sent(await setStatus(made._id, 'CONFIRMED'));
    const freeze = (frozen: boolean) =>
      app.call('PUT', `/api/account/${investor.userId}/frozen`, {
        token: first,
        body: { frozen },
        headers: because(),
      });
    const { effectHash } = await view(_id);
    expect((await freeze(true)).status).toBe(200);
    expect(await view(_id)).toMatchObject({ now: null, changed: true, refusal: refusals.withdrawalFrozen });
    expect((await decide(_id, 'approve', second.token, { effectHash })).errors).toMatchObject([
      { message: refusals.withdrawalFrozen },
    ]);
    expect((await freeze(false)).status).toBe(200);
    expect((await view(_id)).refusal).toBeNull();
    expect((await approve(_id)).status).toBe(200);
  });

  test('that its investor has cancelled cannot be approved', async () => {
    await fund(5_000);
    const made = await withdrawal(1_000);
    const { _id } = sent(await setStatus(made._id, 'CONFIRMED'));
    await app.call('POST', `/api/transaction/${made._id}/cancel`, { token: investor.token, body: {} });
    expect((await view(_id)).changed).toBe(true);
    expect((await approve(_id)).status).toBe(409);
    expect((await account()).balance).toBe(5_000);
  });

  test('is sent row by row in a change of many, and again changes nothing', async () => {
    await fund(5_000);
    const rows = [await withdrawal(900), await withdrawal(800), await withdrawal(700)];
    const body = { status: 'CONFIRMED', rows: rows.map(({ _id, version }) => ({ _id, version })) };
    const send = async () => {
      const { data } = await app.call('POST', '/api/transaction/bulk', {
        token: first,
        body,
        headers: because(),
      });
      return z.array(bulkRowSchema).parse(data);
    };
    const mailsOfOther = async () => {
      const mails = await app.mailsTo(second.email);
      return mails.filter(({ subject }) => subject === mailSubjects.proposalMade).length;
    };
    const before = await mailsOfOther();
    const results = await send();
    expect(results.map(({ result }) => result)).toEqual(['changed', 'sent', 'sent']);
    const waiting = async () =>
      (await app.database.pool.query('select from mail_outbox where sent_at is null and dropped_at is null'))
        .rowCount;
    await expect.poll(waiting).toBe(0);
    // One for all of them.
    expect(await mailsOfOther()).toBe(before + 1);
    expect(results[1]).toMatchObject({ status: 'PENDING', proposalId: expect.any(String) });
    const again = await send();
    expect(again.map(({ result }) => result)).toEqual(['unchanged', 'waiting', 'waiting']);
    expect(again[1]?.proposalId).toBe(results[1]?.proposalId);
  });

  test('at once by several administrators is not made beyond the sum', async () => {
    await fund(5_000);
    const rows = await Promise.all([1, 2, 3, 4].map(() => withdrawal(400)));
    const answers = await Promise.all(
      rows.map(({ _id }, at) => setStatus(_id, 'CONFIRMED', at % 2 ? first : second.token)),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 202, 202]);
  });
});

describe('the payment of a withdrawal before its time', () => {
  let held: TestApp;
  let proposer: string;
  let approver: Awaited<ReturnType<typeof makeAdmin>>;
  beforeAll(async () => {
    held = await startTestApp({ FOUR_EYES: 'withdrawal:1000', WITHDRAWAL_HOLD: '24h' });
    proposer = await held.signInAsAdmin();
    approver = await makeAdmin(held);
  });
  afterAll(async () => {
    expect(await bookProblems(held.database.pool)).toEqual([]);
    await held.close();
  });

  const call = (method: 'GET' | 'POST' | 'PUT', url: string, token: string, body?: object) =>
    held.call(method, url, { token, headers: because('They called us'), ...(body && { body }) });

  /** A withdrawal of a new investor, to an address that is new too. */
  async function heldWithdrawal() {
    const person = await held.signUp();
    await call('PUT', `/api/account/${person.userId}`, proposer, { balance: 5_000 });
    const body = buildWithdrawal({ amount: 1_000 });
    return transactionSchema.parse((await call('POST', '/api/transaction/create', person.token, body)).data);
  }
  const confirm = (id: string, body: object = {}) =>
    call('PUT', `/api/transaction/${id}`, proposer, { status: 'CONFIRMED', ...body });
  async function approveHeld(id: string) {
    const shown = await call('GET', `${path}/${id}`, approver.token);
    const { effectHash } = proposalViewSchema.parse(shown.data);
    return call('POST', `${path}/${id}/approve`, approver.token, { effectHash });
  }

  test('is not proposed; with its hold overridden it is, says so, and is made when it is approved', async () => {
    const { _id, notBefore } = await heldWithdrawal();
    expect(await confirm(_id)).toMatchObject({ status: 409, errors: [{ code: 'withdrawal_on_hold' }] });
    const proposal = sent(await confirm(_id, { overrideHold: true }));
    const shown = await call('GET', `${path}/${proposal._id}`, approver.token);
    expect(proposalViewSchema.parse(shown.data)).toMatchObject({
      changed: false,
      effect: { facts: expect.arrayContaining([{ name: 'overriddenHold', value: notBefore }]) },
    });
    expect(await approveHeld(proposal._id)).toMatchObject({ status: 200, data: { result: _id } });
    expect((await call('GET', `/api/transaction/${_id}`, proposer)).data).toMatchObject({
      status: 'CONFIRMED',
    });
    const events = await auditOf(held);
    expect(events.filter(({ subjectId }) => subjectId === _id).at(-1)).toMatchObject({
      action: 'transaction.status_changed',
      after: { status: 'CONFIRMED', overriddenHold: notBefore },
    });
  });

  test('that was proposed when its time had come does not say that anything was overridden', async () => {
    const { _id } = await heldWithdrawal();
    await held.superuser.pool.query(
      `update transactions set not_before = now() - interval '1 second' where id = $1`,
      [_id],
    );
    const proposal = sent(await confirm(_id));
    const shown = await call('GET', `${path}/${proposal._id}`, approver.token);
    const { effect } = proposalViewSchema.parse(shown.data);
    expect(effect.facts.map(({ name }) => name)).toEqual(['amount', 'crypto', 'wallet']);
    expect((await approveHeld(proposal._id)).status).toBe(200);
  });
});

describe('a platform address', () => {
  const wallets = '/api/admin/wallets';
  const shown = async (name: string) => {
    const { data } = await app.call('GET', '/api/wallets', { token: investor.token });
    return z
      .array(walletSchema)
      .parse(data)
      .find((wallet) => wallet.name === name);
  };
  const bitcoin = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa';

  test('is the old one until the new one is approved', async () => {
    const before = await shown('bitcoin');
    const update = (value: string, token = first) =>
      app.call('PUT', `${wallets}/${before?._id}`, { token, body: { value }, headers: because() });
    expect((await update('nonsense')).status).toBe(422);
    const { _id } = sent(await update(bitcoin));
    expect(await shown('bitcoin')).toEqual(before);
    expect(await view(_id)).toMatchObject({
      kind: 'address',
      effect: {
        changes: expect.arrayContaining([{ name: 'value', before: before?.value, after: bitcoin }]),
        facts: expect.arrayContaining([{ name: 'name', value: 'bitcoin' }]),
        versions: { record: 1 },
      },
    });
    expect((await approve(_id)).status).toBe(200);
    expect((await shown('bitcoin'))?.value).toBe(bitcoin);
    expect((await update(bitcoin)).status).toBe(200);
  });

  test('that is taken out of use waits as well, and one that is there already cannot be made', async () => {
    const before = await shown('ethereum');
    sent(
      await app.call('PUT', `${wallets}/${before?._id}`, {
        token: first,
        body: { enabled: false },
        headers: because(),
      }),
    );
    expect(await shown('ethereum')).toEqual(before);
    const made = (value: string) =>
      app.call('POST', wallets, { token: first, body: { name: 'bitcoin', value }, headers: because() });
    const kept = async () =>
      (
        await app.database.pool.query(
          `select (select count(*) from proposals), (select count(*) from audit_events), (select count(*) from wallets)`,
        )
      ).rows;
    const beforeIt = await kept();
    expect(await made(bitcoin)).toMatchObject({
      status: 409,
      errors: [{ code: 'conflict', message: refusals.duplicate }],
    });
    expect(await kept()).toEqual(beforeIt);
  });
});

describe('lost second factors', () => {
  const reset = (token = first, headers = because('Lost the phone')) =>
    app.call('DELETE', `/api/user/${investor.userId}/factors`, { token, body: {}, headers });

  test('take two administrators, end all sessions, and are mailed', async () => {
    const has = async () => {
      const { data } = await app.call('GET', `/api/user/${investor.userId}`, { token: first });
      return personRecordSchema.parse(data).secondFactor;
    };
    expect(await has()).toBe(false);
    expect((await reset()).status).toBe(409);
    await setUpTotp(app, investor.token, 'correct horse');
    expect(await has()).toBe(true);
    const { _id } = sent(await reset());
    expect((await app.call('GET', '/api/user', { token: investor.token })).status).toBe(200);
    expect(await view(_id)).toMatchObject({
      effect: { changes: [{ name: 'totp', before: 'Phone', after: null }] },
      person: { email: investor.email },
    });
    expect((await approve(_id, first)).status).toBe(403);
    expect((await approve(_id)).status).toBe(200);
    expect(await has()).toBe(false);
    expect((await app.call('GET', '/api/user', { token: investor.token })).status).toBe(401);
    const signedIn = await app.call('POST', '/api/user/login', {
      body: { email: investor.email, password: 'correct horse' },
    });
    expect(signedIn.status).toBe(200);
    const events = await auditOf(app);
    expect(events.find(({ action }) => action === 'user.factors_reset')).toMatchObject({
      actorId: second.userId,
      subjectId: investor.userId,
      after: { proposalId: _id, proposerId: firstId },
    });
    await expect
      .poll(async () => (await app.mailsTo(investor.email)).map(({ subject }) => subject))
      .toContain(mailSubjects.factorsReset);
  });

  test('are left as they are when the person has set up another one meanwhile', async () => {
    await setUpTotp(app, investor.token, 'correct horse');
    const { _id } = sent(await reset());
    await setUpTotp(app, investor.token, undefined, 'Tablet');
    expect((await view(_id)).changed).toBe(true);
    expect((await approve(_id)).status).toBe(409);
  });
});

test('lost second factors are left as they are when their person has changed the password meanwhile', async () => {
  await setUpTotp(app, investor.token, 'correct horse');
  const headers = because('Lost the phone');
  const url = `/api/user/${investor.userId}/factors`;
  const { _id } = sent(await app.call('DELETE', url, { token: first, body: {}, headers }));
  const body = { oldPassword: 'correct horse', newPassword: 'another long one' };
  expect((await app.call('PUT', '/api/user/password', { token: investor.token, body })).status).toBe(200);
  expect((await view(_id)).changed).toBe(true);
  expect((await approve(_id)).errors[0]?.code).toBe('effect_changed');
});

test('lost second factors take two whatever is set, and let pending withdrawals wait', async () => {
  const other = await startTestApp({ WITHDRAWAL_HOLD: '24h' });
  try {
    const [admin, helper, person] = [
      await other.signInAsAdmin(),
      await makeAdmin(other),
      await other.signUp(),
    ];
    const headers = because('Lost the phone');
    const body = { balance: 5_000 };
    expect((await other.call('PUT', `/api/account/${person.userId}`, { token: admin, body })).status).toBe(
      200,
    );
    await setUpTotp(other, person.token, 'correct horse');
    const asked = await other.call('POST', '/api/transaction/create', {
      token: person.token,
      body: buildWithdrawal(),
    });
    const pending = transactionSchema.parse(asked.data)._id;
    // As if all of it were nearly a day ago.
    for (const [table, column, owner] of [
      ['transactions', 'not_before', 'user_id'],
      ['users', 'credentials_changed_at', 'id'],
    ]) {
      await other.superuser.pool.query(
        `update ${table} set ${column} = ${column} - interval '20 hours' where ${owner} = $1`,
        [person.userId],
      );
    }
    const { data } = await other.call('DELETE', `/api/user/${person.userId}/factors`, {
      token: admin,
      body: {},
      headers,
    });
    const { _id } = sentForApprovalSchema.parse(data).proposal;
    const seen = await other.call('GET', `${path}/${_id}`, { token: helper.token });
    const { effectHash } = proposalViewSchema.parse(seen.data);
    const approved = await other.call('POST', `${path}/${_id}/approve`, {
      token: helper.token,
      body: { effectHash },
    });
    expect(approved.status).toBe(200);
    const held = await other.call('GET', `/api/transaction/${pending}`, { token: admin });
    const { notBefore, holdCause } = transactionSchema.parse(held.data);
    expect(holdCause).toBe('credentials_changed');
    expect(Date.parse(notBefore ?? '') - Date.now()).toBeGreaterThan(23 * 3_600_000);
    const token = z.string().parse(
      (
        await other.call('POST', '/api/user/login', {
          body: { email: person.email, password: 'correct horse' },
        })
      ).data,
    );
    const made = await other.call('POST', '/api/transaction/create', { token, body: buildWithdrawal() });
    expect(transactionSchema.parse(made.data)).toMatchObject({ notBefore: expect.any(String) });
  } finally {
    await other.close();
  }
});
