import { readFileSync } from 'node:fs';
import { machineProblem } from './machine.js';

/*
 * `npm start`, before the server. In old syntax, and what needs a newer Node is imported later: one that is too old is to
 * be told so.
 */
const { engines } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
const problem = machineProblem(engines.node, process.version, process.platform);
if (problem === undefined) import('./build-before-start.js');
else {
  console.error(problem);
  process.exitCode = 1;
}
