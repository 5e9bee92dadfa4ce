import { readFileSync } from 'node:fs';
import { trxStatuses } from '../../contract/enums';
import { z } from '../../contract/zod';
import { readCheckpoints } from '../../server/history/checkpoint';
import { sealBatch } from '../../server/history/seal-batch';
import { buildDeposit, buildWithdrawal } from '../builders';
import { findingOf, historyKey, historyOrigin, makeSealer, newCheckpointFile, sealAll } from './history';
import { startTestApp, type TestApp } from './test-app';
import type { TestDatabase } from './test-database';

/** A whole number from 0 to below one. */
export type Below = (most: number) => number;

/** The numbers of a seed: the same for the same. */
export function drawFrom(seed: number): Below {
  let state = seed;
  return (most) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return Math.floor((state / 2 ** 31) * most);
  };
}

const created = z.object({ _id: z.string() });
const headers = { 'x-reason': 'By%20chance' };

/** What people and the operator do by chance, each answered by the product. */
async function startActors(app: TestApp, below: Below) {
  const admin = await app.signInAsAdmin();
  const people: Awaited<ReturnType<TestApp['signUp']>>[] = [];
  const reports = new Map<string, string[]>();
  const any = <T>(of: readonly T[]): T | undefined => of[below(of.length)];

  const decide = (id: string, status: string) =>
    app.call('PUT', `/api/transaction/${id}`, { token: admin, body: { status }, headers });
  const edit = (userId: string, body: object) =>
    app.call('PUT', `/api/account/${userId}`, { token: admin, body, headers });

  async function report(): Promise<void> {
    const person = any(people);
    if (!person) return;
    const body =
      below(3) === 0
        ? buildWithdrawal({ amount: 1 + below(300) })
        : buildDeposit({ amount: 50 + below(900) });
    // A withdrawal of more than there is is refused.
    const { data } = await app.call('POST', '/api/transaction/create', { token: person.token, body });
    const made = created.safeParse(data);
    if (made.success) reports.set(person.userId, [...(reports.get(person.userId) ?? []), made.data._id]);
  }

  return {
    async join() {
      if (people.length < 3) people.push(await app.signUp());
    },
    /** Something that makes reports, entries with their postings, and events. */
    async act(): Promise<void> {
      const person = any(people);
      const trx = any([...reports.values()].flat());
      const choice = below(4);
      if (choice === 0 && person) await edit(person.userId, { profit: below(90), investment: below(900) });
      else if (choice === 1 || !trx) await report();
      else await decide(trx, any(trxStatuses.options) ?? 'PENDING');
    },
    async erase(): Promise<void> {
      const person = people.shift();
      if (!person) return;
      const { userId, email } = person;
      for (const id of reports.get(userId) ?? []) await decide(id, 'DECLINED');
      reports.delete(userId);
      await edit(userId, { balance: 0 });
      const { status, errors } = await app.call('POST', `/api/user/${userId}/erasure`, {
        token: admin,
        body: { email },
        headers,
      });
      if (status !== 200) throw new Error(`Nobody was erased: ${JSON.stringify(errors)}`);
    },
  };
}

/**
 * Makes histories by chance on a database of their own, one after the other: rows of several transactions at once, some of
 * which are given up, what the product writes meanwhile, and people who are erased, sealed in batches of any length
 * between them, some of which end before they are published. `checked` hears after each what is not as it was sealed.
 */
export async function makeRandomHistories(
  own: TestDatabase,
  below: Below,
  runs: number,
  checked: (run: number, finding: string | undefined) => void,
): Promise<void> {
  const app = await startTestApp({}, { own: { ...own, drop: async () => {} } });
  const file = newCheckpointFile();
  const published = () => readCheckpoints(readFileSync(file, { encoding: 'utf8', flag: 'a+' }));
  const memory = { published: undefined };
  /** One batch that nobody publishes, as of a process that ended, or all that can be sealed, as of one that begins. */
  async function seal(): Promise<void> {
    const batch = 1 + below(7);
    if (below(3) === 0) {
      await sealBatch(own.database.pool, memory, { key: historyKey, origin: historyOrigin, batch });
      return;
    }
    await makeSealer(own.database, { file, batch }).sealAll();
  }
  try {
    const actors = await startActors(app, below);
    for (let run = 0; run < runs; run += 1) {
      await actors.join();
      const writers = await Promise.all([1, 2].map(() => own.superuser.pool.connect()));
      for (const writer of writers) await writer.query('begin');
      for (let step = 0; step < 16; step += 1) {
        const writer = writers[below(2)];
        const choice = below(9);
        if (choice < 3) {
          await writer?.query(
            `insert into audit_events (action, subject_type, subject_id, after, reason) values ('user.frozen', 'wallet', $1, $2, $3)`,
            [
              `x${below(9)}`,
              JSON.stringify({ text: `"\u00e4\u2028\n\\${below(99)}`, n: below(9) / 10 }),
              below(2) ? null : 'r\u0001',
            ],
          );
        } else if (choice < 5) await writer?.query(below(3) === 0 ? 'rollback; begin' : 'commit; begin');
        else if (choice < 7) await actors.act();
        else await Promise.all([seal(), actors.act()]);
      }
      for (const writer of writers) {
        await writer.query('commit');
        writer.release();
      }
      if (run % 3 === 2) await actors.erase();
      checked(run, await findingOf(own.database, { earlier: published() }));
    }
    await sealAll(own.database, makeSealer(own.database, { file }));
    checked(runs, await findingOf(own.database, { earlier: published() }));
  } finally {
    await app.close();
  }
}
