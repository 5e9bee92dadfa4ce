import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from '../contract/zod';
import { root, run } from './run-command';

/*
 * `npm run mutation [-- ledger ...]`: changes the code of each room (mutation/rooms.json) in many small ways and runs the
 * room's tests against each, then writes the room's row in docs/mutation.md. Survivors are printed, and listed in
 * mutation/reports.
 */
const { positionals } = parseArgs({ allowPositionals: true });
const stryker = 'mutation/node_modules/@stryker-mutator/core/bin/stryker.js';
const document = join(root, 'docs/mutation.md');

const status = z.enum([
  'Killed',
  'Timeout',
  'Survived',
  'NoCoverage',
  'RuntimeError',
  'CompileError',
  'Ignored',
]);
const reportSchema = z.object({
  files: z.record(z.string(), z.object({ mutants: z.array(z.object({ status })) })),
});

const rooms = Object.keys(
  z
    .record(z.string(), z.unknown())
    .parse(JSON.parse(readFileSync(join(root, 'mutation/rooms.json'), 'utf8'))),
);

/** A room's row of the table: how many mutants, how each kind ended, and the share that a test noticed. */
function rowOf(room: string): string {
  const report = readFileSync(join(root, `mutation/reports/${room}.json`), 'utf8');
  const { files } = reportSchema.parse(JSON.parse(report));
  const mutants = Object.values(files).flatMap((file) => file.mutants);
  const count = (...wanted: z.infer<typeof status>[]) =>
    mutants.filter((mutant) => wanted.includes(mutant.status)).length;
  const noticed = count('Killed', 'Timeout');
  const judged = noticed + count('Survived', 'NoCoverage');
  const share = ((100 * noticed) / judged).toFixed(1);
  return `| ${room} | ${judged} | ${noticed} | ${count('Survived')} | ${count('NoCoverage')} | ${share} % |`;
}

async function main(): Promise<boolean> {
  const unknown = positionals.filter((name) => !rooms.includes(name));
  if (unknown.length > 0) {
    console.error(`No such room: ${unknown.join(', ')}. There are ${rooms.join(', ')}.`);
    return false;
  }
  if (!existsSync(join(root, stryker))) {
    console.error('Stryker is not installed: npm ci --prefix mutation');
    return false;
  }
  for (const room of positionals.length > 0 ? positionals : rooms) {
    const env = { MUTATION_ROOM: room };
    const { code } = await run({
      program: 'node',
      args: [stryker, 'run', 'mutation/stryker.config.js'],
      env,
    });
    if (code !== 0) return false;
    const text = readFileSync(document, 'utf8');
    writeFileSync(document, text.replace(new RegExp(`^\\| ${room} \\|.*$`, 'm'), rowOf(room)));
  }
  return true;
}

if (!(await main())) process.exit(1);
