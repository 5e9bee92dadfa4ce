import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import { and, desc, eq, gt, inArray, isNull, or, sql } from 'drizzle-orm';
import { v7 as uuid } from 'uuid';
import { limits } from '../../contract/limits';
import { refusals } from '../../contract/refusals';
import type { Database, Queries, Tx } from '../db/client';
import { otps } from '../db/schema/sign-in';
import { Refusal } from '../errors/refusal';
import { networkOf } from '../network';
import type { CodeVisitor } from './browser';
import { countRequest, mayMail, type OtpTarget } from './code-requests';

/** By the clock of the database (docs/rules.md, "Registration and codes"). */
const lifetime = sql`interval '10 minutes'`;
/** Guesses at one code: by the browser that asked for it, by others of its network, and by everybody else. */
const attempts = 5;
/** Codes that one guess is compared with; the guesser's own come first. */
const compared = 20;

/** What a code unlocks: a registration, or a user whose password has not changed since the code was made. */
interface Subject {
  id: string;
  credentialVersion?: number;
}

interface IssueOptions {
  /** None makes a decoy: stored and counted as any other code, and never right. */
  subject: Subject | undefined;
  /** A registration waits for no earlier code, and has a budget apart from requests. */
  registers: boolean;
  /** Whether the owner of the address has signed in with the browser. */
  knownBrowser: boolean;
}

export interface IssuedCode {
  id: string;
  code: string;
  /** Whether a mail may go: strangers have asked for too many otherwise, which nobody is told. */
  mailed: boolean;
}

export interface RightCode {
  otpId: string;
  subjectId: string;
  /** The user's when the code was made. */
  credentialVersion: number;
}

export interface Otps {
  /**
   * Makes a code and voids the older ones of the same browser; those that others asked for stay. One that is not mailed is
   * a decoy. Throws `rate_limited` when the visitor has had too many for the address.
   */
  issue(tx: Tx, target: OtpTarget, visitor: CodeVisitor, options: IssueOptions): Promise<IssuedCode>;
  /**
   * Counts a guess at each code it is compared with, whatever becomes of the request, and answers what the code
   * unlocks. `among` are the subjects whose codes are accepted; all if not given. Throws `invalid_otp` when it is
   * wrong, used up or expired.
   */
  check(
    database: Database,
    target: OtpTarget,
    visitor: CodeVisitor,
    code: string,
    among?: readonly string[],
  ): Promise<RightCode>;
  /** Uses a checked code up, once; throws `invalid_otp` when another request was faster. */
  consume(tx: Tx, otpId: string): Promise<void>;
}

/** A code that is wrong, used, voided or expired; which of these it is stays untold. */
export const invalidOtp = () => new Refusal('invalid_otp', refusals.invalidOtp, { field: 'otp' });
const usedUpOtp = () => new Refusal('otp_used_up', refusals.otpUsedUp, { field: 'otp' });

/** Locks the codes of an address and purpose until the transaction ends: counting and adding would race otherwise. */
export async function lockCodes(db: Queries, { purpose, email }: OtpTarget): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`otp|${purpose}|${email}`}, 0))`);
}

/** Ends the codes that wait for any of these subjects. */
export async function endCodes(db: Queries, email: string, subjectIds: readonly string[]): Promise<void> {
  if (subjectIds.length === 0) return;
  await db
    .update(otps)
    .set({ endedAt: sql`now()` })
    .where(and(eq(otps.email, email), inArray(otps.subjectId, [...subjectIds]), isNull(otps.endedAt)));
}

/** Codes sent by mail. The pepper stays outside the database, so that a copy of it does not give codes away. */
export function createOtps(pepper: Uint8Array): Otps {
  const hmacOf = ({ purpose, email }: OtpTarget, id: string, code: string) =>
    createHmac('sha256', pepper).update(`${purpose}|${email}|${id}|${code}`).digest('base64url');
  const matches = (target: OtpTarget, { id, codeHmac }: Candidate, code: string) =>
    timingSafeEqual(Buffer.from(codeHmac), Buffer.from(hmacOf(target, id, code)));

  return {
    async issue(tx, target, visitor, { subject, registers, knownBrowser }) {
      const { purpose, email } = target;
      const { browser, ip } = visitor;
      await lockCodes(tx.db, target);
      const origin = await countRequest(tx.db, target, visitor, registers);
      const mailed = await mayMail(tx.db, email, visitor, knownBrowser);
      const unlocked = mailed ? subject : undefined;
      const ofAddress = and(eq(otps.purpose, purpose), eq(otps.email, email));
      const ofBrowser = and(eq(otps.browserHash, browser.hash), isNull(otps.endedAt));
      await tx.db.update(otps).set({ endedAt: sql`now()` }).where(and(ofAddress, ofBrowser));
      if (origin !== 'browser') {
        // Who asks anew may guess anew.
        const ofGuesses = and(eq(otps.origin, 'guess'), eq(otps.network, networkOf(ip)));
        await tx.db.delete(otps).where(and(ofAddress, ofGuesses));
      }
      const id = uuid();
      const code = newCode();
      await tx.db.insert(otps).values({
        id,
        purpose,
        email,
        subjectId: unlocked?.id ?? null,
        credentialVersion: unlocked?.credentialVersion ?? null,
        codeHmac: hmacOf(target, id, code),
        origin,
        browserHash: browser.hash,
        network: networkOf(ip),
        expiresAt: sql`now() + ${lifetime}`,
      });
      return { id, code, mailed };
    },

    async check(database, target, visitor, code, among) {
      // A transaction of its own: a guess counts whatever becomes of the request.
      const { tally, candidates } = await database.transact(async ({ db }) => {
        await lockCodes(db, target);
        const rows = await findGuessed(db, target, visitor);
        const tally =
          rows.find(({ by }) => by === 'attempts') ??
          rows.find(({ origin }) => origin === 'guess') ??
          (await startTally(db, target, visitor, hmacOf));
        const candidates = rows.filter(
          ({ origin, ended, count, subjectId }) =>
            !(ended || origin === 'guess' || count >= attempts) &&
            (among === undefined || (subjectId !== null && among.includes(subjectId))),
        );
        await countGuess(db, new Set([tally, ...candidates]));
        return { tally, candidates };
      });
      const right = candidates.filter((candidate) => matches(target, candidate, code));
      const [first] = right;
      // The same digits for two registrations leave open which one is meant.
      const subjects = new Set(right.map(({ subjectId }) => subjectId));
      if (!first?.subjectId || subjects.size > 1) throw tally.count >= attempts ? usedUpOtp() : invalidOtp();
      // Codes of earlier versions do not say: nobody's password had changed since the count began.
      const credentialVersion = first.credentialVersion ?? 1;
      return { otpId: first.id, subjectId: first.subjectId, credentialVersion };
    },

    async consume(tx, otpId) {
      const used = await tx.db
        .update(otps)
        .set({ endedAt: sql`now()` })
        .where(and(eq(otps.id, otpId), isNull(otps.endedAt)))
        .returning({ id: otps.id });
      if (used.length === 0) throw invalidOtp();
    },
  };
}

function newCode(): string {
  return String(randomInt(10 ** limits.otpLength)).padStart(limits.otpLength, '0');
}

type Counter = 'attempts' | 'networkAttempts' | 'otherAttempts';

/** A row that a guess may count at. */
interface Tally {
  id: string;
  /** The counter that the guess belongs to, and where it stood before. */
  by: Counter;
  count: number;
}

type Candidate = Tally &
  Pick<typeof otps.$inferSelect, 'codeHmac' | 'subjectId' | 'credentialVersion' | 'origin'> & {
    ended: boolean;
  };

/**
 * The rows that a guess concerns, the guesser's own first, then those of the network, the newest first: all live codes,
 * and what tells how often this guesser has guessed.
 */
async function findGuessed(
  db: Queries,
  { purpose, email }: OtpTarget,
  { browser, ip }: CodeVisitor,
): Promise<Candidate[]> {
  const own = browser.brought ? eq(otps.browserHash, browser.hash) : sql`false`;
  const near = eq(otps.network, networkOf(ip));
  const rows = await db
    .select({
      id: otps.id,
      codeHmac: otps.codeHmac,
      subjectId: otps.subjectId,
      credentialVersion: otps.credentialVersion,
      origin: otps.origin,
      ended: sql<boolean>`${otps.endedAt} is not null`,
      own: sql<boolean>`coalesce(${own}, false)`,
      near: sql<boolean>`coalesce(${near}, false)`,
      attempts: otps.attempts,
      networkAttempts: otps.networkAttempts,
      otherAttempts: otps.otherAttempts,
    })
    .from(otps)
    .where(
      and(
        eq(otps.purpose, purpose),
        eq(otps.email, email),
        gt(otps.expiresAt, sql`now()`),
        // An own code that has ended counts on, as a decoy would, so that its end is not told.
        or(isNull(otps.endedAt), own),
        or(sql`${otps.origin} is distinct from 'guess'`, near),
      ),
    )
    .orderBy(desc(sql`coalesce(${own}, false)`), desc(sql`coalesce(${near}, false)`), desc(otps.createdAt))
    .limit(compared);
  return rows.map((row) => {
    const by = row.own ? 'attempts' : row.near ? 'networkAttempts' : 'otherAttempts';
    return { ...row, by, count: row[by] };
  });
}

/**
 * A row that only counts, for guesses from a network where no code was asked for. It depends on nothing but the guesses
 * themselves, so that what is said of them tells nothing of the address.
 */
async function startTally(
  db: Queries,
  target: OtpTarget,
  { ip }: CodeVisitor,
  hmacOf: (target: OtpTarget, id: string, code: string) => string,
): Promise<Tally> {
  const id = uuid();
  await db.insert(otps).values({
    ...target,
    id,
    codeHmac: hmacOf(target, id, newCode()),
    origin: 'guess',
    network: networkOf(ip),
    expiresAt: sql`now() + ${lifetime}`,
  });
  return { id, by: 'networkAttempts', count: 0 };
}

async function countGuess(db: Queries, rows: ReadonlySet<Tally>): Promise<void> {
  for (const counter of ['attempts', 'networkAttempts', 'otherAttempts'] as const) {
    const counted = [...rows].filter(({ by, count }) => by === counter && count < attempts);
    const ids = counted.map(({ id }) => id);
    if (ids.length === 0) continue;
    await db
      .update(otps)
      .set({ [counter]: sql`${otps[counter]} + 1` })
      .where(inArray(otps.id, ids));
  }
}
