import { readFileSync } from 'node:fs';
import { nodeProblem } from './node-version.js';

/*
 * `npm start`, before the server. In old syntax, and what needs a newer Node is imported later: one that is too old is to
 * be told so.
 */
const { engines } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
const problem = nodeProblem(engines.node, process.version);
if (problem === undefined) import('./build-before-start.js');
else {
  console.error(problem);
  process.exitCode = 1;
}
