import { type RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible';

/** What is left of points that were taken from a counter in advance. */
interface Lease {
  left: number;
  /** When the window of the counter ends; milliseconds. */
  until: number;
}

/** A point that was not to be had. */
export interface Spent {
  /** Milliseconds. */
  msBeforeNext: number;
  /** Whether nobody has been refused before in this window. */
  first: boolean;
}

/** What a counter has given. */
interface Taken extends Spent {
  granted: number;
  /** Whether it had none. */
  ended: boolean;
}

/** Keys whose leases are kept; with more of them the oldest are given up, and their points with them. */
const mostKeys = 20_000;

/** What a counter knows a key by. */
type NameOf = (key: string) => string;

/**
 * Spends points of a counter that all replicas share, without asking it each time: `size` points are taken at once and
 * spent here. A limit is never passed by that. With N replicas, N - 1 of them may hold points that they have taken and
 * not spent when the counter is at its end, so somebody may be refused up to (N - 1) * (size - 1) points early.
 */
export function createLeases(
  counter: RateLimiterAbstract,
  size: number,
  nameOf: NameOf = (key) => key,
): (key: string, points: number) => Promise<Spent | undefined> {
  const leases = new Map<string, Lease>();
  const taking = new Map<string, Promise<Taken>>();

  function takeMore(key: string, wanted: number): Promise<Taken> {
    const taken = take(counter, nameOf(key), wanted)
      .then((result) => {
        keep(key, result.granted, result.msBeforeNext);
        return result;
      })
      .finally(() => taking.delete(key));
    taking.set(key, taken);
    return taken;
  }

  function leaseOf(key: string): Lease | undefined {
    const lease = leases.get(key);
    if (!lease || lease.until > Date.now()) return lease;
    leases.delete(key);
    return undefined;
  }

  /** Keeps points for the next calls. */
  function keep(key: string, points: number, msBeforeNext: number): void {
    const lease = leaseOf(key) ?? { left: 0, until: Date.now() + msBeforeNext };
    lease.left += points;
    leases.delete(key);
    leases.set(key, lease);
    for (const oldest of leases.keys()) {
      if (leases.size <= mostKeys) break;
      leases.delete(oldest);
    }
  }

  return async (key, points) => {
    for (;;) {
      const lease = leaseOf(key);
      if (spendHere(lease, points)) return undefined;
      // One asks for all that wait: many calls at once must not take a lease each.
      const other = taking.get(key);
      const taken = other ?? takeMore(key, Math.max(size, points - (lease?.left ?? 0)));
      const { ended, msBeforeNext, first } = await taken;
      if (spendHere(leaseOf(key), points)) return undefined;
      if (ended) return { msBeforeNext, first: first && other === undefined };
    }
  };
}

function spendHere(lease: Lease | undefined, points: number): boolean {
  if (!lease || lease.left < points) return false;
  lease.left -= points;
  return true;
}

/** Takes points of a counter: as many as wanted, or what is left of it. */
async function take(counter: RateLimiterAbstract, key: string, wanted: number): Promise<Taken> {
  try {
    const { msBeforeNext } = await counter.consume(key, wanted);
    return { granted: wanted, ended: false, msBeforeNext, first: false };
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error;
    const { consumedPoints, msBeforeNext } = error;
    const left = Math.max(0, counter.points - (consumedPoints - wanted));
    // The counter stands at its end then: who comes next is the first to be refused.
    if (left > 0) await counter.reward(key, wanted - left);
    return {
      granted: left,
      ended: left === 0,
      msBeforeNext,
      first: consumedPoints - wanted <= counter.points,
    };
  }
}
