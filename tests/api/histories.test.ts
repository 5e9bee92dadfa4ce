import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { transactionCreateSchema } from '../../contract/transaction';
import { z } from '../../contract/zod';
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

const depositSchema = transactionCreateSchema.refine(({ trxType }) => trxType === 'DEPOSIT');

type Send = (request: Request) => Promise<Reply>;

const send: Send = ({ method, path, ...options }) => app.call(method, path, options);

let plays = 0;

/** Eight clients on two new accounts, and what the checker says of their history. */
async function play(through: Send = send) {
  const investors = [await app.signUp(), await app.signUp()];
  // Names and keys are made from the seed, and the administrator is the same each time.
  const clients = new Clients({ send: through, seed: seed + plays, investors, each: 4, admin, acts: 40 });
  plays += 1;
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

/** What the checker says when the database does this to each row of a table. */
async function playWithTrigger(table: string, moment: string, body: string): Promise<string> {
  const { pool } = app.superuser;
  await pool.query(`
    create function planted() returns trigger language plpgsql security definer as $$ begin ${body} end $$;
    create trigger planted ${moment} on ${table} for each row execute function planted()`);
  try {
    return (await play()).verdict.failures.join('\n');
  } finally {
    await pool.query('drop function planted cascade');
  }
}

/** The failure of an account, with the first line of what it shows: the answer that nothing explains. */
const unexplained = (answer: string, nearest: string) =>
  new RegExp(`no order of its calls explains this answer:\\n.* ms  ${answer}\\n.*nearest.*: ${nearest}`);

describe('a fault of the database is found:', () => {
  test('an effect posted twice', async () => {
    const found = await playWithTrigger(
      'accounts',
      'before update',
      `if new.version % 10 = 0 then new.balance := new.balance + (new.balance - old.balance); end if;
       return new;`,
    );
    expect(found).toMatch(unexplained('.*', '.*balance'));
  });

  test('keys that are not kept, so that a repeated request is done again', async () => {
    const found = await playWithTrigger('idempotency_keys', 'before insert', 'return null;');
    expect(found).toMatch(/another answer to create deposit .*, once more of/);
  });

  test('an acknowledged status that is lost', async () => {
    const found = await playWithTrigger(
      'audit_events',
      'after insert',
      `if new.action = 'transaction.status_changed' and new.after ->> 'version' = '3' then
         update transactions set status = 'PENDING', version = 1 where id = new.subject_id::uuid;
       end if;
       return new;`,
    );
    expect(found).toMatch(unexplained('.*', '.*'));
  });
});

describe('a fault on the way is found:', () => {
  test('a stale answer to a read', async () => {
    const kept = new Map<string, Reply>();
    let reads = 0;
    const { verdict } = await play(async (request) => {
      if (request.path !== '/api/account') return send(request);
      reads += 1;
      const old = kept.get(request.token);
      if (old && reads % 20 === 0) return old;
      const reply = await send(request);
      if (!old) kept.set(request.token, reply);
      return reply;
    });
    // It may fit by itself, and be found out by an answer after it.
    expect(verdict.failures.join('\n')).toMatch(unexplained('.*', '.*'));
  });

  test('an acknowledged deposit that was never passed on', async () => {
    let deposits = 0;
    let example: object | undefined;
    const swallowed = new Map<string | undefined, Reply>();
    const passedOn = new Set<string | undefined>();
    const { verdict } = await play(async (request) => {
      const key = request.headers['idempotency-key'];
      const deposit = depositSchema.safeParse(request.body);
      if (!deposit.success) return send(request);
      deposits += 1;
      // One that is sent again has its first answer.
      if (example && deposits >= 20 && swallowed.size === 0 && !passedOn.has(key)) {
        const data = { ...example, ...deposit.data, _id: randomUUID() };
        swallowed.set(key, { status: 201, data, errors: [] });
      }
      const invented = swallowed.get(key);
      if (invented) return invented;
      passedOn.add(key);
      const reply = await send(request);
      if (reply.status === 201) example = z.object({}).loose().parse(reply.data);
      return reply;
    });
    expect(verdict.failures.join('\n')).toMatch(unexplained('.*', '.*'));
  });
});
