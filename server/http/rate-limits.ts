import { createHash } from 'node:crypto';
import type pg from 'pg';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { refuse } from './refusal';

/** Points per seconds (design, section 8); counted in the database, so that replicas share them. */
const rules = {
  /** Per address and IP; a successful login clears it. */
  login: { points: 5, duration: 15 * 60 },
  /** Per IP. */
  otpVerify: { points: 30, duration: 10 * 60 },
  otpSend: { points: 30, duration: 10 * 60 },
  registration: { points: 10, duration: 60 * 60 },
  policyReports: { points: 60, duration: 60 },
  /** Per IP: images are opened without a token. */
  views: { points: 120, duration: 60 },
  /** Per person. */
  uploads: { points: 20, duration: 10 * 60 },
  writes: { points: 30, duration: 60 },
  reads: { points: 600, duration: 60 },
  /** A check of the books reads everything there is. */
  books: { points: 20, duration: 60 },
} as const;

type RuleName = keyof typeof rules;
/** A route's limit; `login` counts per address too, so its handler spends it. */
export type LimitName = Exclude<RuleName, 'login'> | 'none';

export interface RateLimits {
  /** Counts one call; throws 429 with Retry-After when there have been too many. */
  spend(name: RuleName | 'none', key: string): Promise<void>;
  forget(name: RuleName, key: string): Promise<void>;
}

/** The limits, counted in PostgreSQL; `enabled` false counts nothing. */
export function createRateLimits(pool: pg.Pool, enabled: boolean): RateLimits {
  if (!enabled) return { spend: async () => {}, forget: async () => {} };
  const limiters = new Map(
    Object.entries(rules).map(([name, rule]) => [
      name,
      new RateLimiterPostgres({
        storeClient: pool,
        tableName: 'rate_limits',
        tableCreated: true,
        keyPrefix: name,
        ...rule,
      }),
    ]),
  );
  // Addresses and IPs are personal data; the counters need only tell them apart.
  const hashed = (key: string) => createHash('sha256').update(key).digest('base64url');
  return {
    async spend(name, key) {
      try {
        await limiters.get(name)?.consume(hashed(key));
      } catch (error) {
        if (error instanceof RateLimiterRes) {
          throw refuse.rateLimited(Math.max(1, Math.ceil(error.msBeforeNext / 1000)));
        }
        throw error;
      }
    },
    async forget(name, key) {
      await limiters.get(name)?.delete(hashed(key));
    },
  };
}
