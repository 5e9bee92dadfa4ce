import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureBuilt } from '../../scripts/built-product';
import { root } from '../../scripts/run-command';
import { additiveStatements, makeNextVersion } from '../support/next-version';
import { lackingPrograms } from '../support/system-programs';
import { takeFolderOver } from './data-folder';
import { makeVersion } from './former-version';
import { late, roll } from './roll';
import { addTransactions } from './transactions';

/*
 * `npm run roll -- [--requests 20000] [--restarts 10] [--from VERSION | --next] [--rows N] [--calm SECONDS] [--clients 8]`, on the built product: restarts two
 * replicas behind HAProxy in turn while clients read and write, and says how many requests failed. With --from they begin
 * as another version, a commit of this repository or an archive of `npm run pack`, this one migrates the database, and they become
 * this one, the other one again, and so on; before that a data folder of the other version is opened by this one; with
 * --next they begin as this one and become one that has migrations of each kind more. --rows fills the table of
 * transactions before, and --calm is for how long the load is measured before anything is done.
 */
const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '20000' },
    restarts: { type: 'string', default: '10' },
    from: { type: 'string' },
    next: { type: 'boolean', default: false },
    rows: { type: 'string', default: '0' },
    calm: { type: 'string', default: '1' },
    clients: { type: 'string', default: '8' },
  },
});
const lacking = lackingPrograms('haproxy');
if (lacking.length > 0) throw new Error(`Missing here: ${lacking.join(', ')} (Debian's package haproxy)`);
await ensureBuilt();
const own = join(root, 'dist/server/main.js');
const folder = await mkdtemp(join(tmpdir(), 'averin-versions-'));

/** What the replicas begin as, and what they become. */
async function chooseVersions(): Promise<{ program: string; other: string }> {
  if (values.from !== undefined) return { program: await makeVersion(values.from, folder), other: own };
  return { program: own, other: values.next ? makeNextVersion(own, folder, additiveStatements) : own };
}

try {
  const versions = await chooseVersions();
  const wrong = values.from === undefined ? [] : await takeFolderOver(versions.program, own);
  for (const line of wrong) console.error(`data folder: ${line}`);
  if (values.from !== undefined && wrong.length === 0)
    console.log(`A data folder of ${values.from} was opened: all is there, and the books hold`);
  const begun = performance.now();
  const { answered, failed, restarts, deposits, phases, said } = await roll({
    ...versions,
    requests: Number(values.requests),
    restarts: Number(values.restarts),
    calm: Number(values.calm) * 1_000,
    clients: Number(values.clients),
    prepare: (superuser) => addTransactions(superuser, Number(values.rows)),
  });
  for (const line of said) console.log(line);
  for (const failure of failed.slice(0, 20)) console.error(failure);
  for (const [name, phase] of Object.entries(phases)) {
    console.log(
      `${name}: ${phase.answered} answers in ${(phase.lasted / 1_000).toFixed(1)} s, the slowest after ${Math.round(phase.slowest)} ms, ${phase.late} after more than ${late} ms`,
    );
  }
  const seconds = Math.round((performance.now() - begun) / 1_000);
  console.log(
    `${answered + failed.length} requests during ${restarts} restarts in ${seconds} s: ${failed.length} failed; ${deposits.acknowledged} deposits acknowledged, ${deposits.found} found`,
  );
  const right = failed.length === 0 && wrong.length === 0 && deposits.acknowledged === deposits.found;
  process.exitCode = right ? 0 : 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}
