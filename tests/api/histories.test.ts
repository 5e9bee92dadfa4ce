import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Clients } from '../history/clients';
import { checkHistory } from '../history/history';
import type { Reply, Request } from '../history/wire';
import { bookProblems } from '../support/books';
import { startTestApp, type TestApp } from '../support/test-app';

const seed = Number(process.env.HISTORY_SEED ?? Date.now() % 2 ** 31);

let app: TestApp;
let admin: string;
beforeAll(async () => {
  console.log(`histories: HISTORY_SEED=${seed}`);
  app = await startTestApp();
  admin = await app.signInAsAdmin();
});
afterAll(() => app.close());

const send = ({ method, path, ...options }: Request): Promise<Reply> => app.call(method, path, options);

/** Eight clients on two new accounts, 40 acts each, and what the checker says of their history. */
async function play(through: (request: Request) => Promise<Reply> = send) {
  const investors = [await app.signUp(), await app.signUp()];
  const clients = new Clients({ send: through, seed, investors, each: 4, admin, acts: 40 });
  await clients.finish();
  return { clients, verdict: checkHistory(clients.history.attempts) };
}

test('what many clients at once are answered is linearizable', async () => {
  const { clients, verdict } = await play();
  console.log(`${verdict.operations} operations checked in ${Math.round(verdict.milliseconds)} ms`);
  expect(clients.mistakes).toEqual([]);
  expect(verdict.failures).toEqual([]);
  expect(verdict.operations).toBeGreaterThan(300);
  expect(await bookProblems(app.database.pool)).toEqual([]);
});
