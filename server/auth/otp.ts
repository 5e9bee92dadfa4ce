import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import { and, eq, gt, isNull, lt, sql } from 'drizzle-orm';
import { v7 as uuid } from 'uuid';
import type { OtpActivity } from '../../contract/enums';
import { limits } from '../../contract/limits';
import { refusals } from '../../contract/messages';
import type { Queries, Tx } from '../db/client';
import { otps } from '../db/schema';
import { Refusal, refuse } from '../http/refusal';

const minute = 60_000;
const hour = 60 * minute;
/** The policy of codes (design, section 8); times in milliseconds. */
const policy = { lifetime: 10 * minute, attempts: 5, perHour: 5, perDay: 10 };

export interface OtpTarget {
  purpose: OtpActivity;
  email: string;
}

interface IssueOptions {
  /** What the code unlocks; none makes a decoy: stored and counted as any other, and never right. */
  subjectId: string | undefined;
  /** Whether the wait between two codes applies. */
  resend: boolean;
}

export interface Otps {
  /** Makes a code and voids the older ones. Throws 429 when there were too many for the address. */
  issue(tx: Tx, target: OtpTarget, options: IssueOptions): Promise<string>;
  /** Counts an attempt and answers what the code unlocks; throws 422 when it is wrong, used up or expired. */
  check(db: Queries, target: OtpTarget, code: string): Promise<{ otpId: string; subjectId: string }>;
  /** Uses a checked code up, once; throws 422 when another request was faster. */
  consume(tx: Tx, otpId: string): Promise<void>;
}

/** A code that is wrong, used, voided or expired; which of these it is stays untold. */
export const invalidOtp = () => new Refusal(422, 'invalid_otp', refusals.invalidOtp, { field: 'otp' });

/** Codes sent by mail. The pepper stays outside the database, so that a copy of it does not give codes away. */
export function createOtps(pepper: Uint8Array): Otps {
  const hmacOf = ({ purpose, email }: OtpTarget, id: string, code: string) =>
    createHmac('sha256', pepper).update(`${purpose}|${email}|${id}|${code}`).digest('base64url');

  return {
    async issue(tx, target, { subjectId, resend }) {
      const { purpose, email } = target;
      // One address is served in turn: counting and adding would race otherwise.
      await tx.db.execute(
        sql`select pg_advisory_xact_lock(hashtextextended(${`otp|${purpose}|${email}`}, 0))`,
      );
      await refuseTooMany(tx.db, target, resend);
      await tx.db
        .update(otps)
        .set({ endedAt: sql`now()` })
        .where(and(eq(otps.purpose, purpose), eq(otps.email, email), isNull(otps.endedAt)));
      const id = uuid();
      const code = String(randomInt(10 ** limits.otpLength)).padStart(limits.otpLength, '0');
      await tx.db.insert(otps).values({
        id,
        purpose,
        email,
        subjectId: subjectId ?? null,
        codeHmac: hmacOf(target, id, code),
        expiresAt: new Date(Date.now() + policy.lifetime),
      });
      return code;
    },

    async check(db, target, code) {
      // Committed by itself: an attempt counts whatever becomes of the request.
      const [otp] = await db
        .update(otps)
        .set({ attempts: sql`${otps.attempts} + 1` })
        .where(
          and(
            eq(otps.purpose, target.purpose),
            eq(otps.email, target.email),
            isNull(otps.endedAt),
            gt(otps.expiresAt, sql`now()`),
            lt(otps.attempts, policy.attempts),
          ),
        )
        .returning({ id: otps.id, subjectId: otps.subjectId, codeHmac: otps.codeHmac });
      const expected = Buffer.from(otp?.codeHmac ?? hmacOf(target, '', ''));
      const given = Buffer.from(hmacOf(target, otp?.id ?? '', code));
      const right = timingSafeEqual(expected, given);
      if (!right || !otp?.subjectId) throw invalidOtp();
      return { otpId: otp.id, subjectId: otp.subjectId };
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

async function refuseTooMany(db: Queries, { purpose, email }: OtpTarget, resend: boolean): Promise<void> {
  const sent = await db
    .select({ createdAt: otps.createdAt })
    .from(otps)
    .where(
      and(
        eq(otps.purpose, purpose),
        eq(otps.email, email),
        gt(otps.createdAt, new Date(Date.now() - 24 * hour)),
      ),
    )
    .orderBy(sql`${otps.createdAt} desc`)
    .limit(policy.perDay);
  const newer = (nth: number, within: number): number => {
    const time = sent[nth - 1]?.createdAt.getTime();
    return time === undefined ? 0 : time + within - Date.now();
  };
  const wait = Math.max(
    resend ? newer(1, limits.otpResendAfter) : 0,
    newer(policy.perHour, hour),
    newer(policy.perDay, 24 * hour),
  );
  if (wait > 0) throw refuse.rateLimited(Math.ceil(wait / 1000));
}
