import { eq, inArray, sql } from 'drizzle-orm';
import { z } from '../../contract/zod';
import type { CounterKey } from '../counter-key';
import { addressesOfAdministrators } from '../db/administrators';
import type { Database, Queries } from '../db/client';
import { users } from '../db/schema/people';
import { rateLimits, securityEvents } from '../db/schema/sign-in';
import { tolerated } from '../due';
import type { Mails } from '../mail/messages';
import type { Refused } from '../mail/notices';
import type { Outbox } from '../mail/outbox';

/** The administrators are notified of so many refusals within so many minutes. */
export const often = { minutes: 15, ofAccount: 10, ofNetwork: 30 } as const;

/** Milliseconds. */
const interval = 30_000;
/** Seconds. One mail in so long, whatever happens: nobody floods a mailbox by it, and each looks back as far. */
const betweenMails = often.minutes * 60;
/** A look may come that much later than it could, and then sees what came right after the last one. */
const lookBack = betweenMails + (2 * interval) / 1_000;
/** Seconds in which an account or a network is named once. */
const betweenMentions = 3_600;
/** Accounts and networks that a mail names; more are only counted. */
const named = 10;

interface AlertServices {
  database: Database;
  outbox: Outbox;
  mails: Mails;
  counterKey: CounterKey;
}

/** Looks now and then whether somebody is refused often, and notifies the administrators. Answers how to stop. */
export function watchRefusals(services: AlertServices, log: (error: Error) => void): () => Promise<void> {
  let looking = Promise.resolve();
  const timer = setInterval(() => {
    looking = notifyAdmins(services).catch(log);
  }, interval);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await looking;
  };
}

/**
 * Mails every administrator who was refused often in the last minutes. Any number of replicas may call it at once:
 * one of them does it, in the transaction that marks it as done.
 */
export async function notifyAdmins({ database, outbox, mails, counterKey }: AlertServices): Promise<void> {
  const keyOf = (what: string) => `alert:${counterKey(what)}`;
  // Most often there is nothing, and then nothing is written.
  if ((await findRefused(database.db)).length === 0) return;
  await database.transact(async (tx) => {
    if (!(await claim(tx.db, keyOf('mail'), betweenMails))) return;
    const refusals: Refused[] = [];
    for (const { key, ...refused } of await lockNamed(tx.db, await findRefused(tx.db))) {
      if (await claim(tx.db, keyOf(key), betweenMentions)) refusals.push(refused);
    }
    if (refusals.length === 0) return releaseClaim(tx.db, keyOf('mail'));
    const notice = {
      refused: refusals.slice(0, named),
      more: refusals.length - named,
      minutes: often.minutes,
    };
    for (const email of await addressesOfAdministrators(tx.db)) {
      outbox.enqueue(tx, mails.refusedOften(email, notice));
    }
  });
}

const foundSchema = z.array(
  z.object({
    key: z.string(),
    account: z.string().nullable(),
    network: z.string().nullable(),
    times: z.coerce.number(),
  }),
);

/** Accounts and networks that were refused often, the most often first. Counts events of one account one by one. */
async function findRefused(db: Queries): Promise<(Refused & { key: string })[]> {
  const recent = sql`select * from ${securityEvents}
    where at > now() - ${lookBack} * interval '1 second' and kind <> 'sign_in'`;
  const { rows } = await db.execute(sql`
    with recent as materialized (${recent}), accounts as (
      select coalesce(known.id, found.id)::text as id, coalesce(known.email, found.email, r.email) as subject,
        max(coalesce(known.email, found.email)) as account, count(*) as times
      from recent r left join ${users} known on known.id = r.user_id
        left join ${users} found on r.user_id is null and found.email = r.email
      where known.id is not null or r.email is not null
      group by 1, 2 having count(*) >= ${often.ofAccount}
    ), networks as (
      select network, sum(times) as times from recent where network is not null
      group by 1 having sum(times) >= ${often.ofNetwork}
    )
    select 'account ' || subject as key, account, null as network, times from accounts
    union all select 'network ' || network, null, network, times from networks
    order by times desc, key limit 1000`);
  return foundSchema.parse(rows).map(({ key, account, network, times }) => ({
    key,
    times,
    subject: network !== null ? { network } : account !== null ? { account } : { unknownAccount: true },
  }));
}

/** Those of the found that may be named: nobody who is just being erased, nor is anybody of them erased before the transaction ends. */
async function lockNamed<T extends Refused>(db: Queries, found: readonly T[]): Promise<T[]> {
  const accountOf = ({ subject }: Refused) => ('account' in subject ? subject.account : undefined);
  const named = found.flatMap((refused) => accountOf(refused) ?? []);
  if (named.length === 0) return [...found];
  const rows = await db
    .select({ email: users.email })
    .from(users)
    .where(inArray(users.email, named))
    .for('key share');
  const there = new Set(rows.map(({ email }) => email));
  return found.filter((refused) => {
    const account = accountOf(refused);
    return account === undefined || there.has(account);
  });
}

/**
 * Whether it is ours to notify for the next seconds; whoever asks at the same time waits for the answer and hears no. The
 * counters of the limits hold what was notified, and lose it when its time is over.
 */
async function claim(db: Queries, key: string, seconds: number): Promise<boolean> {
  const now = Date.now();
  const claimed = await db
    .insert(rateLimits)
    .values({ key, points: 1, expire: now + seconds * 1_000 })
    .onConflictDoUpdate({
      target: rateLimits.key,
      set: { expire: now + seconds * 1_000 },
      // One that lasts longer was made with a clock that was ahead.
      setWhere: sql`${rateLimits.expire} not between ${now} and ${now + seconds * 1_000 + tolerated}`,
    })
    .returning({ key: rateLimits.key });
  return claimed.length > 0;
}

async function releaseClaim(db: Queries, key: string): Promise<void> {
  await db.delete(rateLimits).where(eq(rateLimits.key, key));
}
