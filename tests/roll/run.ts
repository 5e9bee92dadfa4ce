import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { root, run, script } from '../../scripts/run-command';
import { lackingPrograms } from '../support/system-programs';
import { roll } from './roll';

/*
 * `npm run roll -- [--requests 20000] [--restarts 10]`, on the built product: restarts two replicas behind HAProxy in turn
 * while clients read and write, and says how many requests failed.
 */
const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '20000' },
    restarts: { type: 'string', default: '10' },
  },
});
const lacking = lackingPrograms('haproxy');
if (lacking.length > 0) throw new Error(`Missing here: ${lacking.join(', ')} (Debian's package haproxy)`);
if ((await run(script('scripts/build.ts', '--if-stale'))).code !== 0) throw new Error('The build failed');
const begun = performance.now();
const { answered, failed, restarts, deposits, slowest } = await roll({
  program: join(root, 'dist/server/main.js'),
  requests: Number(values.requests),
  restarts: Number(values.restarts),
});
for (const failure of failed.slice(0, 20)) console.error(failure);
const seconds = Math.round((performance.now() - begun) / 1_000);
console.log(
  `${answered + failed.length} requests during ${restarts} restarts in ${seconds} s: ${failed.length} failed, the slowest answer after ${Math.round(slowest)} ms; ${deposits.acknowledged} deposits acknowledged, ${deposits.found} found`,
);
process.exit(failed.length === 0 && deposits.acknowledged === deposits.found ? 0 : 1);
