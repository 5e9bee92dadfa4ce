import { readFileSync } from 'node:fs';

// One room for each run (scripts/mutation.ts): what is changed, and the tests that ought to notice.
const room = process.env.MUTATION_ROOM ?? '';
const { [room]: { mutate, tests } = {} } = JSON.parse(
  readFileSync(new URL('rooms.json', import.meta.url), 'utf8'),
);
if (!mutate) throw new Error(`MUTATION_ROOM is no room of mutation/rooms.json: '${room}'`);

export default {
  mutate: [...mutate, '!**/*.test.{ts,tsx}'],
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner', './mutation/statement-names.js'],
  ignorers: ['statement-names'],
  vitest: { configFile: 'mutation/vitest.config.ts', related: false },
  coverageAnalysis: 'perTest',
  // What runs while modules load is changed with modules loaded anew, and tried by all tests: too slow with a server.
  ignoreStatic: tests.some((path) => path.startsWith('tests/')),
  concurrency: 2,
  timeoutMS: 60_000,
  dryRunTimeoutMinutes: 30,
  // Stryker rewrites it with TypeScript's own API, which TypeScript 7 does not have, and nothing here reads it.
  tsconfigFile: 'mutation/none.json',
  reporters: ['progress-append-only', 'clear-text', 'json'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  // What neither the code nor the names of the tests that reach it have changed since is taken from the run before.
  incremental: true,
  incrementalFile: `mutation/reports/${room}.known.json`,
  jsonReporter: { fileName: `mutation/reports/${room}.json` },
  tempDirName: `mutation/sandbox/${room}`,
  ignorePatterns: [
    '/data*',
    '/dist',
    '/docs',
    '/public',
    '/test-results',
    '/mutation/reports',
    '/mutation/node_modules',
    '/mutation/sandbox',
  ],
  allowConsoleColors: false,
};
