import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { SignJWT } from 'jose';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { calls } from '../../contract/calls';
import type { Endpoint } from '../../contract/endpoints';
import { bookChecks } from '../../contract/enums';
import { envelope, errorBodySchema } from '../../contract/wire';
import { z } from '../../contract/zod';
import { readConfig } from '../../server/config';
import { loadSecrets } from '../../server/secrets';
import { buildDeposit, buildRegistration } from '../builders';
import { addTables } from '../support/add-tables';
import { announcementResource, announcementTable } from '../support/announcements';
import { bookProblems } from '../support/books';
import { fingerprint } from '../support/fingerprint';
import { blackPng } from '../support/images';
import { randomRuns } from '../support/random-runs';
import { startTestApp, type TestApp, withAuditor } from '../support/test-app';
import {
  bodyOf,
  type FuzzReport,
  type Mutation,
  mutations,
  type Sender,
  type StatusCounts,
  tried,
  triedResources,
} from './hostile-requests';

/* `npm run fuzz` (tests/fuzz/run.ts) is this test with more requests; it says so by these variables. */
const { FUZZ_REQUESTS, FUZZ_SEED, FUZZ_REPORT } = process.env;
const requests = FUZZ_REQUESTS === undefined ? randomRuns(2_500) : Number(FUZZ_REQUESTS);
const seed = Number(FUZZ_SEED ?? Date.now() % 2 ** 31);
/** Requests between two lines that say how far a long run is. */
const progress = 2_500;

let app: TestApp;
/** Authorization headers by who sends them; some are no good. */
const senders: Partial<Record<Sender, string | undefined>> = {};
/** Ids that exist, and some that do not. */
let ids: string[] = [];
let investor: Awaited<ReturnType<TestApp['signUp']>>;
/** An investor who sends nothing. */
let bystander: Awaited<ReturnType<TestApp['signUp']>>;

const known: Endpoint[] = Object.values(tried);
const idSchema = z.object({ _id: z.string() });

beforeAll(async () => {
  console.log(`hostile input: FUZZ_SEED=${seed}`);
  app = await startTestApp(withAuditor, { resources: triedResources });
  await addTables(app, announcementTable, [announcementResource]);
  investor = await app.signUp();
  bystander = await app.signUp();
  const admin = await signIn();
  const signedOut = await app.signUp();
  await app.call('POST', '/api/auth/logout', { token: signedOut.token, body: {} });
  const made = await Promise.all(
    [investor, bystander].map(({ token }) =>
      app.call('POST', '/api/transaction/create', { token, body: buildDeposit() }),
    ),
  );
  const { token } = bystander;
  const sessions = await app.call('GET', '/api/auth/sessions', { token });
  const proof = await app.app.inject({
    method: 'POST',
    url: '/api/proofs',
    headers: { 'content-type': 'image/png', authorization: `Bearer ${token}` },
    payload: blackPng(9, 9),
  });
  const wallets = await app.call('GET', '/api/admin/wallets', { token: admin });
  const news = { title: 'News', body: 'We moved.' };
  const announced = await app.call('POST', '/api/admin/announcements', { token: admin, body: news });
  ids = [
    idSchema.parse(announced.data)._id,
    ...z
      .array(idSchema)
      .parse(wallets.data)
      .map(({ _id }) => _id),
    bookChecks.enum['held-amounts'],
    investor.userId,
    bystander.userId,
    ...made.map(({ data }) => idSchema.parse(data)._id),
    ...z
      .array(idSchema)
      .parse(sessions.data)
      .map(({ _id }) => _id),
    z.object({ data: idSchema }).parse(proof.json()).data._id,
    randomUUID(),
    'not-an-id',
    '0',
    '-'.repeat(36),
    'a'.repeat(500),
    '../user',
    'a\u0000b',
    '☂',
  ];
  const claims = () =>
    new SignJWT({ user: { _id: investor.userId, type: 'admin' }, sid: randomUUID() })
      .setProtectedHeader({ alg: 'HS256' })
      .setSubject(investor.userId)
      .setJti(randomUUID())
      .setIssuedAt()
      .setIssuer('averin-invest')
      .setAudience('averin-invest-api');
  const { tokenKey } = loadSecrets(readConfig({ DATA_DIR: app.dataDir }));
  const forged = await claims().setExpirationTime('1h').sign(Buffer.alloc(32, 1));
  const expired = await claims().setExpirationTime('-1s').sign(tokenKey);
  const [head = '', body = ''] = admin.split('.');
  Object.assign(senders, {
    guest: undefined,
    signedOut: `Bearer ${signedOut.token}`,
    forged: `Bearer ${forged}`,
    expired: `Bearer ${expired}`,
    unsigned: `Bearer ${head}.${body}.`,
    garbled: 'Bearer ☂',
    basic: 'Basic YWRtaW46YWRtaW4=',
  });
});
afterAll(() => app.close());

/** After these a sender may be signed out. */
const endsSessions = new Set(
  [calls.logout, calls.listUserSessions, calls.endUserSession].map(({ path }): string => path),
);

/** After these somebody may be shut out. */
const shutsOut = new Set([calls.disableUser, calls.offboardUser].map(({ path }): string => path));

/** Lets in again who was shut out, with the password of before: the others have requests to send. */
async function letIn(hashes: ReadonlyMap<string, string>): Promise<void> {
  for (const [id, hash] of hashes) {
    const back = "update users set standing = 'enabled', password_hash = $2 where id = $1";
    await app.superuser.pool.query(back, [id, hash]);
  }
}

/** Signs the good senders in; again after a request that may have ended their sessions. Answers the administrator's token. */
async function signIn(): Promise<string> {
  const admin = await app.signInAsAdmin();
  const body = { email: investor.email, password: buildRegistration().password };
  const { data } = await app.call('POST', '/api/user/login', { body });
  const auditor = await app.signInAsAuditor();
  Object.assign(senders, {
    investor: `Bearer ${data}`,
    admin: `Bearer ${admin}`,
    auditor: `Bearer ${auditor}`,
  });
  return admin;
}

async function send(mutated: Mutation) {
  const endpoint = tried[mutated.endpoint];
  if (!endpoint) throw new Error(`There is no call ${mutated.endpoint}`);
  const id = ids[mutated.id % ids.length] ?? '';
  const authorization = senders[mutated.sender];
  const payload = bodyOf(mutated, id);
  const method = mutated.method ?? endpoint.method;
  const response = await app.app.inject({
    method: method as 'GET',
    url: endpoint.path.replaceAll(/:\w+/g, encodeURIComponent(id)),
    query: mutated.query,
    headers: {
      'content-type': 'application/json',
      ...(authorization !== undefined && { authorization }),
      ...mutated.headers,
    },
    ...(payload !== undefined && method !== 'GET' && method !== 'HEAD' && { payload }),
  });
  return { endpoint, method, response };
}

/** What an answer must never hold: traces, statements, hashes, names of files. */
const inside = /\$argon2|\bat \S+ \(|node_modules|insert into|select "|violates|ECONN/i;

/** The money of the investor who sends nothing. */
async function bystanderMoney(): Promise<string> {
  const { rows } = await app.database.pool.query(
    `select a::text as account, (select string_agg(t::text, '|' order by id) from transactions t
     where t.user_id = a.user_id) as transactions from accounts a where a.user_id = $1`,
    [bystander.userId],
  );
  return JSON.stringify(rows);
}

/** Counts the answers of a run. */
class Tally {
  sent = 0;
  readonly statuses = new Map<number, number>();
  private readonly byCall: StatusCounts = {};

  count(method: string, path: string, status: number): void {
    this.sent += 1;
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
    const call = `${method} ${path}`;
    const ofCall = this.byCall[call] ?? {};
    ofCall[status] = (ofCall[status] ?? 0) + 1;
    this.byCall[call] = ofCall;
    if (requests > progress && this.sent % progress === 0)
      console.log(`${this.sent} of ${requests} requests`);
  }

  write(file: string): void {
    const report: FuzzReport = { sent: this.sent, statuses: this.byCall };
    writeFileSync(file, JSON.stringify(report));
  }
}

test('mutated requests over all routes and roles: a clear answer, and nothing changed by a refused one', async () => {
  const tally = new Tally();
  // Also of a run that ends with the first wrong answer.
  onTestFinished(() => {
    if (FUZZ_REPORT !== undefined) tally.write(FUZZ_REPORT);
  });
  let before = await fingerprint(app.database.pool);
  let untouched = await bystanderMoney();
  const { rows: people } = await app.superuser.pool.query<{ id: string; hash: string }>(
    'select id, password_hash as hash from users',
  );
  const hashes = new Map(people.map(({ id, hash }) => [id, hash]));
  for (const mutated of mutations(seed, requests)) {
    const { endpoint, method, response } = await send(mutated);
    const { statusCode, body } = response;
    const shown = `${JSON.stringify(mutated)}\n-> ${statusCode} ${body.slice(0, 500)}`;
    tally.count(method, endpoint.path, statusCode);
    if (statusCode >= 500) throw new Error(`An error of the server:\n${shown}`);
    const after = await fingerprint(app.database.pool);
    // Another method of the same address may be another call; HEAD is the GET without its answer.
    const answeredAs = method === 'HEAD' ? 'GET' : method;
    const answering = known.find((other) => other.path === endpoint.path && other.method === answeredAs);
    if (method !== 'HEAD') {
      const wanted = statusCode < 300 ? envelope((answering ?? endpoint).reply) : errorBodySchema;
      const parsed = wanted.safeParse(JSON.parse(body));
      if (!parsed.success) throw new Error(`An answer of another shape:\n${shown}\n${parsed.error}`);
    }
    if (inside.test(body)) throw new Error(`An answer tells what is inside:\n${shown}`);
    if (response.headers['x-request-id'] === undefined) throw new Error(`An answer without an id:\n${shown}`);
    if (after !== before) {
      const now = await bystanderMoney();
      if (now !== untouched && mutated.sender !== 'admin')
        throw new Error(`Moved another investor's money:\n${shown}`);
      untouched = now;
    }
    const ownAffairs = answering?.access === 'signedIn' || answering?.access === 'public';
    if (mutated.sender === 'auditor' && after !== before && !ownAffairs)
      throw new Error(`An auditor changed something:\n${shown}`);
    if (statusCode >= 400 && after !== before)
      throw new Error(`A refused request changed something:\n${shown}\n${before}\n${after}`);
    const mayBe = ['investor', 'admin', 'auditor'].includes(mutated.sender);
    if (statusCode < 300 && endpoint.access !== 'public' && !mayBe && method === endpoint.method) {
      throw new Error(`Let in by a bad token:\n${shown}`);
    }
    before = after;
    if (!answering || statusCode !== 200) continue;
    if (shutsOut.has(answering.path)) await letIn(hashes);
    else if (!endsSessions.has(answering.path)) continue;
    await signIn();
    // A sign-in beyond the most sessions a person may have ends one, and writes that down.
    before = await fingerprint(app.database.pool);
  }
  const { statuses } = tally;
  console.log('statuses', Object.fromEntries([...statuses].sort(([a], [b]) => a - b)));
  // The mutations reach deep: some requests are still good, and each kind of refusal is met. A run may make nothing new.
  for (const status of [200, 400, 401, 403, 404, 405, 413, 415, 422]) {
    expect(statuses.get(status) ?? 0, String(status)).toBeGreaterThan(0);
  }
  expect(await bookProblems(app.database.pool)).toEqual([]);
  const body = { email: bystander.email, password: buildRegistration().password };
  expect((await app.call('POST', '/api/user/login', { body })).status).toBe(200);
});
