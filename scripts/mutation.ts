import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from '../contract/zod';
import { startEmbeddedServer } from '../tests/support/embedded-server';
import { prepareTemplate } from '../tests/support/prepare-template';
import { root, run } from './run-command';

/*
 * `npm run mutation [-- lists ...]`: changes the code of each room (mutation/rooms.json) in many small ways and runs the
 * room's tests against each, then writes the room's row in docs/mutation.md. Survivors are printed, and listed in
 * mutation/reports. With files of a room (`-- lists server/db/big-list.ts:1-60`) only those are changed, and no row is
 * written: what is found out is kept for the next run.
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
  files: z.record(
    z.string(),
    z.object({ mutants: z.array(z.object({ status, static: z.boolean().optional() })) }),
  ),
});

const rooms = Object.keys(
  z
    .record(z.string(), z.unknown())
    .parse(JSON.parse(readFileSync(join(root, 'mutation/rooms.json'), 'utf8'))),
);

/**
 * A room's row of the table: how many mutants, how each kind ended, the share that a test noticed, and how many were not
 * tried since their code runs while modules load or the server starts.
 */
function rowOf(room: string): string {
  const report = readFileSync(join(root, `mutation/reports/${room}.json`), 'utf8');
  const { files } = reportSchema.parse(JSON.parse(report));
  const mutants = Object.values(files).flatMap((file) => file.mutants);
  const count = (...wanted: z.infer<typeof status>[]) =>
    mutants.filter((mutant) => wanted.includes(mutant.status)).length;
  const noticed = count('Killed', 'Timeout');
  const judged = noticed + count('Survived', 'NoCoverage');
  const share = ((100 * noticed) / judged).toFixed(1);
  const untried = mutants.filter((mutant) => mutant.static && mutant.status === 'Ignored').length;
  return `| ${room} | ${judged} | ${noticed} | ${count('Survived')} | ${count('NoCoverage')} | ${share} % | ${untried} |`;
}

async function main(): Promise<boolean> {
  const files = positionals.filter((name) => name.includes('/'));
  const named = positionals.filter((name) => !files.includes(name));
  const unknown = named.filter((name) => !rooms.includes(name));
  if (unknown.length > 0) {
    console.error(`No such room: ${unknown.join(', ')}. There are ${rooms.join(', ')}.`);
    return false;
  }
  if (files.length > 0 && named.length !== 1) {
    console.error('Files go with the one room that they belong to.');
    return false;
  }
  if (!existsSync(join(root, stryker))) {
    console.error('Stryker is not installed: npm ci --prefix mutation');
    return false;
  }
  const { connections, stop } = await startEmbeddedServer();
  try {
    const database = JSON.stringify(await prepareTemplate(connections));
    return await runRooms(named.length > 0 ? named : rooms, files, database);
  } finally {
    await stop();
  }
}

/** Runs Stryker in each room, on the database given (mutation/database-setup.ts). */
async function runRooms(
  named: readonly string[],
  files: readonly string[],
  database: string,
): Promise<boolean> {
  for (const room of named) {
    const env = { MUTATION_ROOM: room, MUTATION_DATABASE: database };
    const { code } = await run({
      program: 'node',
      args: [
        stryker,
        'run',
        'mutation/stryker.config.js',
        ...(files.length > 0 ? ['--mutate', files.join(',')] : []),
      ],
      env,
    });
    if (code !== 0) return false;
    if (files.length > 0) continue;
    const text = readFileSync(document, 'utf8');
    writeFileSync(document, text.replace(new RegExp(`^\\| ${room} \\|.*$`, 'm'), rowOf(room)));
  }
  return true;
}

if (!(await main())) process.exit(1);
