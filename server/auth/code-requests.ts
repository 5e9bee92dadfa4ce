import { and, between, desc, eq, inArray, notInArray, sql } from 'drizzle-orm';
import type { OtpActivity } from '../../contract/enums';
import { limits } from '../../contract/limits';
import type { Queries } from '../db/client';
import { pendingRegistrations } from '../db/schema/people';
import { type CodeOrigin, otps } from '../db/schema/sign-in';
import { tolerated } from '../due';
import { refuse } from '../errors/refusal';
import { networkOf } from '../network';
import type { CodeVisitor } from './browser';
import { knownNetworks } from './known-network';

const hour = 3_600_000;
/** What was asked for in the last day; not what a clock that was ahead has dated into a time to come. */
const inLastDay = (now: number) =>
  between(otps.createdAt, new Date(now - 24 * hour), new Date(now + tolerated));
/** Codes that one requester gets for one address and purpose (docs/rules.md, "Registration and codes"). */
const budget = { perHour: 5, perDay: 10 };
/** Mails to one address that strangers have between them. */
export const mailsOfStrangers = { perHour: 10, perDay: 20 };
/** The same of whoever asks in networks of the owner's, which may be a thief's as well. */
export const mailsOfKnown = { perHour: 20, perDay: 40 };

/** What a code is for, and whose. */
export interface OtpTarget {
  purpose: OtpActivity;
  email: string;
}

/**
 * Says how a request for a code counts; throws `rate_limited` when its requester has had too many. A budget belongs
 * to a requester, so that nobody uses up that of another one: to the browser, once it has asked for the address or
 * registered with it, and until then to its network, registrations apart from requests. Nothing here depends on what
 * others have asked for nor on whether the address is known, so that a refusal tells nothing of them.
 */
export async function countRequest(
  db: Queries,
  { purpose, email }: OtpTarget,
  { browser, ip }: CodeVisitor,
  registers: boolean,
): Promise<CodeOrigin> {
  const known = browser.brought && (await hasAsked(db, email, browser.hash));
  const origin = known ? 'browser' : registers ? 'registration' : 'network';
  const counted = known
    ? eq(otps.browserHash, browser.hash)
    : and(eq(otps.origin, origin), eq(otps.network, networkOf(ip)));
  const sent = await db
    .select({ createdAt: otps.createdAt })
    .from(otps)
    .where(and(eq(otps.purpose, purpose), eq(otps.email, email), inLastDay(Date.now()), counted))
    .orderBy(desc(otps.createdAt))
    .limit(budget.perDay);
  const newer = (nth: number, within: number): number => {
    const time = sent[nth - 1]?.createdAt.getTime();
    return time === undefined ? 0 : time + within - Date.now();
  };
  const wait = Math.max(
    registers ? 0 : newer(1, limits.otpResendAfter),
    newer(budget.perHour, hour),
    newer(budget.perDay, 24 * hour),
  );
  if (wait > 0) throw refuse.rateLimited(Math.ceil(wait / 1000));
  return origin;
}

/**
 * Whether a mail may go to an address for a request that has yet to be stored: strangers have so many an hour and a day
 * between them, whatever for, and so have the networks of the owner's. In a browser that the owner has signed in with it is
 * refused for neither. The same is asked of the database whoever asks.
 */
export async function mayMail(
  db: Queries,
  email: string,
  { ip }: CodeVisitor,
  knownBrowser: boolean,
): Promise<boolean> {
  const networks = await knownNetworks(db, email);
  const known = networks.has(networkOf(ip));
  const { perHour, perDay } = known ? mailsOfKnown : mailsOfStrangers;
  const sent = await db
    .select({ createdAt: otps.createdAt })
    .from(otps)
    .where(
      and(
        eq(otps.email, email),
        inLastDay(Date.now()),
        sql`${otps.origin} is distinct from 'guess'`,
        (known ? inArray : notInArray)(otps.network, [...networks]),
      ),
    )
    .orderBy(desc(otps.createdAt))
    .limit(perDay);
  if (knownBrowser) return true;
  const withinHour = sent.filter(({ createdAt }) => createdAt.getTime() > Date.now() - hour);
  return sent.length < perDay && withinHour.length < perHour;
}

async function hasAsked(db: Queries, email: string, browserHash: string): Promise<boolean> {
  const { rows } = await db.execute<{ asked: boolean }>(sql`
    select exists (select 1 from ${otps} where ${otps.email} = ${email} and ${otps.browserHash} = ${browserHash})
      or exists (select 1 from ${pendingRegistrations}
        where ${pendingRegistrations.email} = ${email}
          and ${pendingRegistrations.browserHash} = ${browserHash}) as asked`);
  return rows[0]?.asked ?? false;
}
