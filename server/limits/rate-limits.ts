import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { CounterKey } from '../counter-key';
import type { Database } from '../db/client';
import { tolerated } from '../due';
import { refuse } from '../errors/refusal';
import { createLeases, type Spent } from './leases';
import { type Overrun, type RateLimits, type Rule, type RuleName, rules, type Spender } from './limits';

/** Keeps that somebody passed a limit. */
type RecordOverrun = (limit: RuleName, spender: Spender) => Promise<void>;

/** Counts each call where all replicas count. */
function spendOf(counter: RateLimiterPostgres, nameOf: (key: string) => string) {
  return async (key: string, points: number): Promise<Spent | undefined> => {
    try {
      await counter.consume(nameOf(key), points);
      return undefined;
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error;
      const { msBeforeNext, consumedPoints } = error;
      return { msBeforeNext, first: consumedPoints - points <= counter.points };
    }
  };
}

/** The limits, counted in PostgreSQL; `enabled` false counts nothing. */
export function createRateLimits(
  { pool }: Pick<Database, 'pool'>,
  enabled: boolean,
  // Addresses and networks are personal data; the counters need only tell them apart.
  keyOf: CounterKey,
  record: RecordOverrun,
): RateLimits {
  const limiters = new Map(
    Object.entries<Rule>(enabled ? rules : {}).map(([name, { points, duration, lease }]) => {
      const counter = new RateLimiterPostgres({
        storeClient: pool,
        tableName: 'rate_limits',
        tableCreated: true,
        keyPrefix: name,
        points,
        duration,
      });
      return [
        name,
        {
          counter,
          longest: duration * 1_000 + tolerated,
          spend: lease === undefined ? spendOf(counter, keyOf) : createLeases(counter, lease, keyOf),
        },
      ];
    }),
  );

  async function count(name: RuleName | 'none', key: string, points = 1): Promise<Overrun | undefined> {
    const limiter = limiters.get(name);
    if (!limiter || name === 'none') return undefined;
    let spent = await limiter.spend(key, points);
    if (spent && spent.msBeforeNext > limiter.longest) {
      // It began with a clock that was ahead, and would refuse until that time has come.
      await limiter.counter.delete(keyOf(key));
      spent = await limiter.spend(key, points);
    }
    return (
      spent && { name, retryAfter: Math.max(1, Math.ceil(spent.msBeforeNext / 1000)), first: spent.first }
    );
  }

  async function refuseOverrun({ name, retryAfter, first }: Overrun, spender?: Spender): Promise<never> {
    if (first && spender) await record(name, spender);
    throw refuse.rateLimited(retryAfter);
  }

  return {
    count,
    refuse: refuseOverrun,
    async spend(name, key, spender, points) {
      const overrun = await count(name, key, points);
      if (overrun) await refuseOverrun(overrun, spender);
    },
    async refund(name, key) {
      await limiters.get(name)?.counter.reward(keyOf(key));
    },
    async forget(name, key) {
      await limiters.get(name)?.counter.delete(keyOf(key));
    },
  };
}
