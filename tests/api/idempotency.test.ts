import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rateLimits } from '../../server/db/schema/sign-in';
import { writing } from '../../server/db/writes';
import type { Change } from '../../server/request';
import { createCommit } from '../../server/writes/commit';
import { answerOnce, createRequestHashes, readKey } from '../../server/writes/idempotency';
import { begin } from '../support/begin';
import { createTestDatabase, type TestDatabase } from '../support/test-database';

let own: TestDatabase;
beforeAll(async () => {
  own = await createTestDatabase();
});
afterAll(() => own.drop());

const actorOf = (userId: string): Change['actor'] => ({ userId, requestId: undefined, reason: undefined });
const request = (): Change & { key: string } => ({
  key: randomUUID(),
  actor: actorOf(randomUUID()),
  operation: 'deposit',
  body: { amount: 1 },
});
const secret = new Uint8Array(32).fill(5);
const send = <T>(change: Change, work: () => Promise<T>) => createCommit(own.database, secret)(change, work);
const inFlight = { code: 'idempotency_in_flight', retryAfter: 1 };

/** Work that counts how often it is done. */
function counted(): { work: () => Promise<{ nth: number }>; times: () => number } {
  let times = 0;
  return {
    work: async () => {
      times += 1;
      return { nth: times };
    },
    times: () => times,
  };
}

test('a key that is being worked on is refused at once and nothing is done, until the first has ended', async () => {
  const change = request();
  const { work, times } = counted();
  let locked = () => {};
  const isLocked = new Promise<void>((done) => {
    locked = done;
  });
  let finish = () => {};
  const finished = new Promise<void>((done) => {
    finish = done;
  });
  const first = send(change, async () => {
    locked();
    await finished;
    return work();
  });
  await isLocked;
  await expect(send(change, work)).rejects.toMatchObject(inFlight);
  expect(times()).toBe(0);
  // Neither another key of the same person nor the same key of another one waits for it.
  expect(await send({ ...change, key: randomUUID() }, counted().work)).toEqual({ nth: 1 });
  expect(await send({ ...change, actor: actorOf(randomUUID()) }, counted().work)).toEqual({ nth: 1 });
  finish();
  expect(await first).toEqual({ nth: 1 });
  expect(await send(change, work)).toEqual({ nth: 1 });
  expect(times()).toBe(1);
});

test('an answer stored meanwhile by whoever does not take turns is the one that holds', async () => {
  const change = request();
  const stolen = send(change, async () => {
    await own.database.pool.query(
      `insert into idempotency_keys (user_id, key, request_hash, reply) values ($1, $2, '', '{}')`,
      [change.actor.userId, change.key],
    );
    return { nth: 1 };
  });
  await expect(stolen).rejects.toMatchObject(inFlight);
});

test('what another table has twice is told as such, and not as a request that is being worked on', async () => {
  const name = randomUUID();
  const addLimit = writing('limit', (db) => db.insert(rateLimits).values({ key: name }));
  const add = () =>
    createCommit(own.database, secret)(request(), async (tx) => {
      // One statement with the answer that is stored.
      tx.write(addLimit({}));
      return {};
    });
  await add();
  await expect(add()).rejects.toMatchObject({ code: '23505', table: 'rate_limits' });
});

test('an answer that cannot be stored fails the write, and says why', async () => {
  const failed = await send(request(), async () => undefined).catch((error: unknown) => error);
  expect(failed).toBeInstanceOf(Error);
  expect(failed).not.toMatchObject(inFlight);
});

test('what is stored of a request cannot be guessed from; one that a former version stored is known again', async () => {
  const change = request();
  await send(change, counted().work);
  const stored = async () =>
    (await own.database.pool.query('select request_hash from idempotency_keys where key = $1', [change.key]))
      .rows[0].request_hash;
  const plain = createHash('sha256')
    .update(JSON.stringify([change.operation, change.body]))
    .digest('base64url');
  expect(await stored()).not.toBe(plain);
  await expect(
    createCommit(own.database, new Uint8Array(32).fill(6))(change, counted().work),
  ).rejects.toMatchObject({ code: 'idempotency_mismatch' });
  await own.superuser.pool.query('update idempotency_keys set request_hash = $2 where key = $1', [
    change.key,
    plain,
  ]);
  const { work, times } = counted();
  expect(await send(change, work)).toEqual({ nth: 1 });
  expect(times()).toBe(0);
});

test('what failed or was rolled back is not remembered', async () => {
  const change = request();
  const failing = send(change, () => Promise.reject(new Error('no money')));
  await expect(failing).rejects.toThrow('no money');
  const rolledBack = await begin(own.database, async (tx) => {
    const held = await readKey(tx.db, change.actor.userId, change.key);
    await answerOnce(tx, change, createRequestHashes(secret), change.key, held, async () => ({ nth: 7 }));
    throw new Error('later');
  });
  await expect(rolledBack()).rejects.toThrow('later');
  expect(await send(change, counted().work)).toEqual({ nth: 1 });
});

test('without a key each is done', async () => {
  const { work } = counted();
  const without = { ...request(), key: undefined };
  expect([await send(without, work), await send(without, work)]).toEqual([{ nth: 1 }, { nth: 2 }]);
});

test.each([{ operation: 'withdrawal' }, { body: { amount: 2 } }])(
  'the key of one request is none for another, %j',
  async (other) => {
    const change = request();
    const { work, times } = counted();
    await send(change, work);
    await expect(send({ ...change, ...other }, work)).rejects.toMatchObject({
      code: 'idempotency_mismatch',
    });
    expect(times()).toBe(1);
  },
);
