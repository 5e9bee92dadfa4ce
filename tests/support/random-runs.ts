import { patient } from './patience';

/*
 * Tests by chance try few cases in each run of all tests, as each run draws others; `MORE_RUNS=10` before the command
 * tries ten times as many.
 */
const factor = Number(process.env.MORE_RUNS ?? 1);

/** How many random cases a test tries, of those it tries in an ordinary run. */
export const randomRuns = (usual: number): number => Math.ceil(usual * factor);

/** Milliseconds that a test may take which takes at most so many in an ordinary run. */
export const patientRuns = (limit: number): number => patient(limit) * Math.max(1, factor);
