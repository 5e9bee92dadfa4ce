import { checks, runCheck } from './checks';

/* Everything that can be said of the source without starting the product. Goes on after a failure. */
const structure = {
  name: 'Structure',
  command: { program: 'vitest', args: ['run', '--project', 'structure'] },
};

let failed = 0;
for (const check of [...checks, structure]) {
  if (!(await runCheck(check))) failed += 1;
}
if (failed > 0) process.exitCode = 1;
