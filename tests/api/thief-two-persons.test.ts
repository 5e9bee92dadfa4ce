import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { proposalKinds } from '../../contract/enums';
import { z } from '../../contract/zod';
import { readConfig } from '../../server/config';
import { loadSecrets } from '../../server/secrets';
import { buildDeposit, buildWithdrawal } from '../builders';
import { randomRuns } from '../support/random-runs';
import { setUpTotp } from '../support/second-factor';
import { type Answer, adminSignIn, startTestApp, type TestApp } from '../support/test-app';
import { addInvestor, documentedReach, hold, loot, sessionOpener } from '../support/thieves';

/*
 * One dishonest administrator, with two accounts of an investor, acts at random where `FOUR_EYES` names all acts but
 * those on people, which it holds in any case (SECURITY.md, "What a thief reaches"). A colleague confirms what one may confirm, and neither proposes nor approves. The entries of the
 * books do not get older, so that all of it lies within the 24 hours that sums are counted for.
 */

const runs = randomRuns(10);
/** Dollars from which on edits and payments take two. */
const sum = 1_000;

const outcomes = [
  'in the console',
  'figures edited below the sum',
  'figures edited by the sum',
  'deposit that never came confirmed',
  'paid below the sum after the hold',
  'paid below the sum before the hold',
  'paid the sum from one account',
  'paid the sum from several accounts',
  'platform address replaced',
  'people disabled',
  'people invited or enabled',
  'people offboarded',
  'people erased',
  'second factors removed',
  'own proposal approved',
] as const;
type Outcome = (typeof outcomes)[number];

let app: TestApp;
let open: Awaited<ReturnType<typeof sessionOpener>>;
let dishonest: { userId: string; token: string; other: string };
let colleague: { userId: string; token: string };
let addresses: { _id: string; value: string }[];

const idOf = (data: unknown) => z.object({ _id: z.string() }).parse(data)._id;
const call = (token: string, method: string, url: string, body?: unknown) =>
  app.call(method, url, { token, body, headers: { 'x-reason': 'a%20reason' } });
const listAddresses = async () => {
  const { data } = await call(dishonest.token, 'GET', '/api/admin/wallets');
  return z.array(z.object({ _id: z.string(), value: z.string(), enabled: z.boolean() })).parse(data);
};

beforeAll(async () => {
  app = await startTestApp({
    ...{ SECOND_FACTOR: 'console', WITHDRAWAL_HOLD: `${hold}h` },
    FOUR_EYES: `address,adjustment:${sum},withdrawal:${sum}`,
  });
  open = await sessionOpener(app, loadSecrets(readConfig({ DATA_DIR: app.dataDir })));
  const token = await app.signInAsAdmin();
  await setUpTotp(app, token, adminSignIn.password);
  const userId = idOf((await call(token, 'GET', '/api/user')).data);
  dishonest = { userId, token: await open(userId, 'admin', true), other: await open(userId, 'admin', true) };
  const hired = await app.signUp();
  await app.superuser.pool.query(`update users set type = 'admin' where id = $1`, [hired.userId]);
  await setUpTotp(app, hired.token, 'correct horse');
  colleague = { userId: hired.userId, token: await open(hired.userId, 'admin', true) };
  addresses = await listAddresses();
});
afterAll(() => app.close());

interface Own {
  userId: string;
  session: string;
  /** Cents that were paid from it to the loot's address, and that its figures were moved by, up and down. */
  paid: number;
  moved: number;
}
interface World {
  own: [Own, Own];
  /** Somebody who has done nothing. */
  bystander: string;
  /** What waits for a second administrator. */
  proposals: string[];
  reached: Set<Outcome>;
}

/** Keeps what waits; answers whether the act was done. */
function done(world: World, { status, data }: Answer): boolean {
  if (status === 202) {
    world.proposals.push(z.object({ proposal: z.object({ _id: z.string() }) }).parse(data).proposal._id);
  }
  return status === 200 || status === 201 || status === 204;
}

interface Withdrawal {
  id: string;
  version: number;
  status: string;
  amount: number;
  waits: boolean;
}
async function lootOf(userId: string): Promise<Withdrawal[]> {
  const { rows } = await app.database.pool.query<Withdrawal>(
    `select id, version, status, amount::float8 as amount, coalesce(not_before > now(), false) as waits
     from transactions where user_id = $1 and wallet = $2 and trx_type = 'WITHDRAWAL'`,
    [userId, loot],
  );
  return rows;
}

const figures = ['balance', 'profit', 'bitcoin'] as const;
/** The figures of an account, in cents. */
async function figuresOf(userId: string): Promise<number[]> {
  const { rows } = await app.database.pool.query<Record<(typeof figures)[number], string>>(
    `select balance, profit, bitcoin from accounts where user_id = $1`,
    [userId],
  );
  return figures.map((figure) => Number(rows[0]?.[figure] ?? 0));
}

/** What acts on withdrawals have paid; each confirmation pays, also one after another. */
async function watched(world: World, act: () => Promise<void>): Promise<void> {
  const before = await Promise.all(world.own.map(({ userId }) => lootOf(userId)));
  await act();
  for (const [at, own] of world.own.entries()) {
    for (const { id, status, amount, waits } of await lootOf(own.userId)) {
      const was = before[at]?.find((each) => each.id === id)?.status;
      if (status !== 'CONFIRMED' || was === 'CONFIRMED') continue;
      own.paid += amount;
      world.reached.add(`paid below the sum ${waits ? 'before' : 'after'} the hold`);
    }
    if (own.paid >= sum * 100) world.reached.add('paid the sum from one account');
  }
  if (world.own[0].paid + world.own[1].paid >= sum * 100) {
    world.reached.add('paid the sum from several accounts');
  }
}

/** Up to twice the sum, in dollars. */
const amountOf = (chance: number) => ((chance % (2 * sum * 100)) + 1) / 100;
const ownOf = (world: World, chance: number) => world.own[chance % 2 ? 1 : 0];

const steps: Record<string, (world: World, chance: number) => Promise<void>> = {
  /** Several at once, each of one figure. */
  async 'edits figures'(world, chance) {
    const own = ownOf(world, chance);
    const before = await figuresOf(own.userId);
    const answers = await Promise.all(
      figures.slice(0, 1 + (chance % 3)).map((figure, at) => {
        const value = amountOf(chance * (at + 1)) / (1 + (chance % 4));
        return call(dishonest.token, 'PUT', `/api/account/${own.userId}`, {
          [figure]: Math.round(value * 100) / 100,
        });
      }),
    );
    for (const answer of answers) {
      if (done(world, answer)) world.reached.add('figures edited below the sum');
    }
    const after = await figuresOf(own.userId);
    for (const [at, value] of after.entries()) own.moved += Math.abs(value - (before[at] ?? 0));
    if (own.moved >= sum * 100) world.reached.add('figures edited by the sum');
  },
  async 'confirms a deposit that never came'(world, chance) {
    const { session } = ownOf(world, chance);
    const made = await call(session, 'POST', '/api/transaction/create', buildDeposit({ amount: 50_000 }));
    const deposit = `/api/transaction/${idOf(made.data)}`;
    if (done(world, await call(dishonest.token, 'PUT', deposit, { status: 'CONFIRMED' }))) {
      world.reached.add('deposit that never came confirmed');
    }
  },
  async 'asks for a withdrawal'(world, chance) {
    const body = buildWithdrawal({ amount: amountOf(chance), wallet: loot });
    await call(ownOf(world, chance).session, 'POST', '/api/transaction/create', body);
  },
  async 'asks for slices'(world, chance) {
    const body = buildWithdrawal({ amount: amountOf(chance % 60_000), wallet: loot });
    for (const { session } of world.own) {
      for (let slice = 0; slice < 3; slice += 1) await call(session, 'POST', '/api/transaction/create', body);
    }
  },
  /** All at once: by one session or by two, each alone or as a change of many. */
  'confirms what was asked for': (world, chance) =>
    watched(world, async () => {
      const wanted = (await Promise.all(world.own.map(({ userId }) => lootOf(userId)))).flat();
      const rows = wanted
        .filter(({ status }) => status !== 'CONFIRMED')
        .map(({ id, version }) => ({ _id: id, version, overrideHold: true }));
      if (rows.length === 0) return;
      if (chance % 3 === 0) {
        await call(dishonest.token, 'POST', '/api/transaction/bulk', { status: 'CONFIRMED', rows });
        return;
      }
      const body = { status: 'CONFIRMED', overrideHold: true };
      const answers = await Promise.all(
        rows.map(({ _id }, at) =>
          call(at % 2 ? dishonest.token : dishonest.other, 'PUT', `/api/transaction/${_id}`, body),
        ),
      );
      for (const answer of answers) done(world, answer);
    }),
  async 'takes payments back'(world) {
    for (const { id, status } of (await Promise.all(world.own.map((own) => lootOf(own.userId)))).flat()) {
      if (status !== 'CONFIRMED') continue;
      await call(dishonest.token, 'PUT', `/api/transaction/${id}`, { status: 'DECLINED' });
    }
  },
  async 'replaces platform addresses'(world, chance) {
    const [first] = addresses;
    const url = '/api/admin/wallets';
    done(world, await call(dishonest.token, 'PUT', `${url}/${first?._id}`, { value: loot }));
    if (chance % 2) done(world, await call(dishonest.token, 'DELETE', `${url}/${first?._id}`));
    else done(world, await call(dishonest.token, 'PUT', `${url}/${first?._id}`, { enabled: false }));
  },
  async 'invites somebody'(world) {
    const body = { email: `${randomUUID()}@example.com`, type: 'admin' };
    done(world, await call(dishonest.token, 'POST', '/api/admin/invitations', body));
  },
  async 'disables and enables'(world) {
    const url = `/api/user/${world.bystander}`;
    if (done(world, await call(dishonest.token, 'POST', `${url}/disable`))) {
      world.reached.add('people disabled');
    }
    if (done(world, await call(dishonest.token, 'POST', `${url}/enable`))) {
      world.reached.add('people invited or enabled');
    }
  },
  async 'offboards somebody'(world, chance) {
    const userId = chance % 2 ? world.bystander : colleague.userId;
    const answer = await call(dishonest.token, 'POST', `/api/user/${userId}/offboard`);
    if (done(world, answer)) world.reached.add('people offboarded');
  },
  async 'erases somebody'(world) {
    const url = `/api/user/${world.bystander}/erasure`;
    const answer = await call(dishonest.token, 'POST', url, { email: `${world.bystander}@example.com` });
    if (done(world, answer)) world.reached.add('people erased');
  },
  async 'removes second factors'(world) {
    const url = `/api/user/${colleague.userId}/factors`;
    if (done(world, await call(dishonest.token, 'DELETE', url, {}))) {
      world.reached.add('second factors removed');
    }
  },
  /** In the session that has proposed, in another one, and as an investor. */
  'approves what waits': (world, chance) =>
    watched(world, async () => {
      const token = [dishonest.token, dishonest.other, world.own[0].session][chance % 3] ?? '';
      for (const id of world.proposals) {
        const url = `/api/admin/proposals/${id}`;
        const { data } = await call(dishonest.token, 'GET', url);
        const read = z.object({ effectHash: z.string() }).safeParse(data);
        // Erased with whom it was about.
        if (!read.success) continue;
        const { effectHash } = read.data;
        const { status } = await call(token, 'POST', `${url}/approve`, { effectHash });
        if (status === 200) world.reached.add('own proposal approved');
      }
    }),
  /** Overrides nothing, and takes back what would wait for a second one. */
  'the colleague confirms': (world) =>
    watched(world, async () => {
      for (const { id, status } of (await Promise.all(world.own.map((own) => lootOf(own.userId)))).flat()) {
        if (status !== 'PENDING') continue;
        const url = `/api/transaction/${id}`;
        const answer = await call(colleague.token, 'PUT', url, { status: 'CONFIRMED' });
        if (answer.status !== 202) continue;
        const { proposal } = z.object({ proposal: z.object({ _id: z.string() }) }).parse(answer.data);
        await call(colleague.token, 'POST', `/api/admin/proposals/${proposal._id}/withdraw`, {});
      }
    }),
  async 'hours go by'({ own }, chance) {
    const hours = 1 + (chance % 30);
    const ids = own.map(({ userId }) => userId);
    for (const [table, columns] of [
      ['transactions', ['created_at', 'not_before']],
      ['withdrawal_addresses', ['created_at']],
    ] as const) {
      const older = columns.map((column) => `${column} = ${column} - interval '${hours} hours'`);
      const text = `update ${table} set ${older.join(', ')} where user_id = any($1)`;
      await app.superuser.pool.query(text, [ids]);
    }
  },
};

async function ownAccount(): Promise<Own> {
  // Nobody signs in with it.
  const { userId } = await addInvestor(app, 'none');
  return { userId, session: await open(userId, 'investor', false), paid: 0, moved: 0 };
}

async function begin(): Promise<World> {
  await app.superuser.pool.query(
    `update sessions set factor_at = now(), last_seen_at = now() where user_id = any($1)`,
    [[dishonest.userId, colleague.userId]],
  );
  const { userId } = await addInvestor(app, 'none');
  const own: [Own, Own] = [await ownAccount(), await ownAccount()];
  return { own, bystander: userId, proposals: [], reached: new Set(['in the console']) };
}

/** What is changed that no answer has told of. */
async function inspect(world: World): Promise<void> {
  const now = await listAddresses();
  if (JSON.stringify(now) !== JSON.stringify(addresses)) world.reached.add('platform address replaced');
  const { rows } = await app.superuser.pool.query<{ people: number; factors: number }>(
    `select (select count(*) from users where type <> 'investor')::int
              + (select count(*) from invitations)::int as people,
            (select count(*) from factors where user_id = $1)::int as factors`,
    [colleague.userId],
  );
  if (rows[0]?.people !== 2) world.reached.add('people invited or enabled');
  if (rows[0]?.factors !== 1) world.reached.add('second factors removed');
}

test('dishonest administrators who act at random: where two decide, alone nothing from the sum on, no address, nobody in', async () => {
  const allowed = new Set(documentedReach().get('dishonest administrator where two decide'));
  const acts = fc.array(fc.tuple(fc.constantFrom(...Object.keys(steps)), fc.nat({ max: 999_999 })), {
    minLength: 6,
    maxLength: 16,
  });
  const seen = new Set<Outcome>();
  await fc.assert(
    fc.asyncProperty(acts, async (tried) => {
      const world = await begin();
      for (const [act, chance] of tried) await steps[act]?.(world, chance);
      await inspect(world);
      expect([...world.reached].filter((outcome) => !allowed.has(outcome))).toEqual([]);
      for (const outcome of world.reached) seen.add(outcome);
    }),
    {
      numRuns: runs,
      examples: [
        [
          [
            ['edits figures', 40_000],
            ['confirms a deposit that never came', 0],
            ['confirms a deposit that never came', 1],
            ['asks for slices', 59_999],
            ['asks for a withdrawal', 150_000],
            ['confirms what was asked for', 1],
            ['takes payments back', 0],
            ['confirms what was asked for', 0],
            ['approves what waits', 0],
          ],
        ],
        [
          [
            ['confirms a deposit that never came', 0],
            ['asks for slices', 39_999],
            ['hours go by', 29],
            ['the colleague confirms', 0],
            ['confirms what was asked for', 2],
            ['approves what waits', 1],
          ],
        ],
        [
          [
            ['replaces platform addresses', 0],
            ['replaces platform addresses', 1],
            ['invites somebody', 0],
            ['disables and enables', 0],
            ['offboards somebody', 0],
            ['offboards somebody', 1],
            ['erases somebody', 0],
            ['removes second factors', 0],
            ['approves what waits', 0],
            ['approves what waits', 1],
            ['approves what waits', 2],
          ],
        ],
      ],
    },
  );
  // All that is written down is reached: what is not reached is not out of reach for want of trying.
  expect([...allowed].filter((outcome) => !new Set<string>(seen).has(outcome))).toEqual([]);
  const { rows } = await app.database.pool.query<{ kind: string }>(`select distinct kind from proposals`);
  expect(new Set(rows.map(({ kind }) => kind))).toEqual(new Set(proposalKinds.options));
});

test('the checks see what a second administrator has approved', async () => {
  const world = await begin();
  await steps['confirms a deposit that never came']?.(world, 0);
  await steps['asks for a withdrawal']?.(world, 150_000);
  await steps['confirms what was asked for']?.(world, 1);
  const [id] = world.proposals;
  const url = `/api/admin/proposals/${id}`;
  const { effectHash } = z
    .object({ effectHash: z.string() })
    .parse((await call(colleague.token, 'GET', url)).data);
  await watched(world, async () => {
    expect((await call(colleague.token, 'POST', `${url}/approve`, { effectHash })).status).toBe(200);
  });
  expect([...world.reached]).toContain('paid the sum from one account');
});

test('one who disables the others is not joined by anybody, and approves nothing', async () => {
  const world = await begin();
  await steps['invites somebody']?.(world, 0);
  const url = `/api/user/${colleague.userId}`;
  expect((await call(dishonest.token, 'POST', `${url}/disable`)).status).toBe(200);
  expect((await call(colleague.token, 'GET', '/api/admin/proposals')).status).toBe(401);
  expect(done(world, await call(dishonest.token, 'POST', `${url}/enable`))).toBe(false);
  for (const chance of [0, 1, 2]) await steps['approves what waits']?.(world, chance);
  await inspect(world);
  expect(world.proposals).toHaveLength(2);
  expect([...world.reached]).toEqual(['in the console']);
});
