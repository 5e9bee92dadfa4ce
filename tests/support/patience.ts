/*
 * How long tests may wait. A limit is for what hangs, not for what is slow: each is at least five times what the test
 * takes on a quiet machine, and all of them grow by how much slower this machine is at the start of the run.
 */

/** Milliseconds that the work below takes on the quiet machine (2 cores) on which the limits were set. */
const usual = 60;
const tries = 5;

const rows = Array.from({ length: 2_000 }, (_, n) => ({ name: `person ${n}`, amounts: [n, n * 3, n % 7] }));

/** A bit of what a server and its tests do all the time. */
function work(): void {
  for (let round = 0; round < 50; round += 1) {
    const read = JSON.parse(JSON.stringify(rows)) as typeof rows;
    read.sort((one, other) => (one.name < other.name ? 1 : -1));
  }
}

function measure(): number {
  work();
  const times = Array.from({ length: tries }, () => {
    const begun = performance.now();
    work();
    return performance.now() - begun;
  });
  const [median = usual] = times.sort((one, other) => one - other).slice(Math.floor(tries / 2));
  return Math.max(1, median / usual);
}

/** How many times slower than that machine this one is just now; never less than 1. Measured once for a whole run. */
export const slowness = Number(process.env.TEST_SLOWNESS ?? measure());
// Whatever this process starts goes by the same figure.
process.env.TEST_SLOWNESS = String(slowness);

/** A time limit in milliseconds, as it is on a quiet machine, for this one. */
export function patient(limit: number): number {
  return Math.ceil(limit * slowness);
}
