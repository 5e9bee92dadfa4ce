import { type Command, elapsed, run } from './run-command';

/** Something about the source that either holds or does not. */
export interface Check {
  name: string;
  command: Command;
}

/** One checker: each further one reads the types of the libraries again, and the checks run beside others. */
const types = (project: string): Command => ({ program: 'tsc', args: ['-p', project, '--checkers', '1'] });

/** What `npm run validate` and `npm test` both ask of the source. */
export const checks: readonly Check[] = [
  { name: 'Format and lint', command: { program: 'biome', args: ['check'] } },
  { name: 'Types of the pages, and of what builds and drives them', command: types('tsconfig.json') },
  { name: 'Types of the server', command: types('tsconfig.server.json') },
  { name: 'Nothing unused', command: { program: 'knip', args: [] } },
];

/** Runs one check, prints its result in a line and, when it fails, what it said. True when it holds. */
export async function runCheck({ name, command }: Check): Promise<boolean> {
  const start = performance.now();
  const { code, output } = await run(command, { capture: true });
  console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${name} (${elapsed(start)})`);
  if (code !== 0) console.log(`\n${output.trimEnd()}\n`);
  return code === 0;
}
