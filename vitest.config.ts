import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { withoutWebStorage } from './scripts/web-storage.ts';
import { patient, slowness } from './tests/support/patience.ts';

/** What depends on the connection, its transactions or the planner is tested on a server of another version as well. */
const overTheWire = [
  'books',
  'database-roles',
  'ledger-properties',
  'long-lists',
  'migration',
  'money-path',
  'money-writes',
  'outage',
  'sessions',
  'writes',
];
/** What needs programs of PostgreSQL that the embedded one does not have, or a port, as programs before it do. */
const withPrograms = ['containers', 'pooler', 'standby', 'verify'];
const apiTests = (names: readonly string[]) => names.map((name) => `tests/api/${name}.test.ts`);
/** A project of API tests on a PostgreSQL server of its own. */
const onExternal = (name: string, tests: readonly string[]) => ({
  extends: true as const,
  test: {
    name,
    include: apiTests(tests),
    globalSetup: 'tests/support/external-setup.ts',
    isolate: false,
    testTimeout: patient(180_000),
    hookTimeout: patient(180_000),
  },
});
/** What starts and stops whole programs, and waits for them. */
const ofPrograms = [
  'scripts/cluster/node.test.ts',
  'scripts/pack.test.ts',
  'server/backup/archive-and-move.test.ts',
  'server/command-line.test.ts',
  'server/data-commands.test.ts',
  'server/db/embedded/*.test.ts',
  'server/db/standby-wait.test.ts',
  'server/history/standby-wait.test.ts',
  'server/main.test.ts',
  'server/prepare-database.test.ts',
];

/**
 * Unit tests stand beside their file, those of components in files of JSX; a test that needs a browser's document says
 * so itself (`@vitest-environment jsdom`). Tests that start whole programs mostly wait, so `npm test` runs the projects
 * called "programs" beside all others (scripts/test.ts). tests/api talks to the whole server on the embedded PostgreSQL, and some of it
 * to one by DATABASE_URL; each file has a database and a server of its own, and the modules, which keep nothing of
 * either, are loaded once for all of them. tests/structure reads the source.
 */
export default defineConfig({
  plugins: [react()],
  test: {
    // Two cores are busy with two; with a third one the components take a sixth longer.
    maxWorkers: 2,
    execArgv: withoutWebStorage,
    // For the tests that are not Node's (src/shared/testing/queries.ts).
    env: { TEST_SLOWNESS: String(slowness) },
    // What is waited for comes when it comes, on a busy machine later.
    expect: { poll: { timeout: patient(30_000) } },
    teardownTimeout: patient(60_000),
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['{contract,server,src,scripts,design,tests/history,tests/soak}/**/*.test.ts'],
          exclude: ofPrograms,
          testTimeout: patient(120_000),
          hookTimeout: patient(120_000),
        },
      },
      {
        extends: true,
        test: {
          name: 'component',
          include: ['src/**/*.test.tsx'],
          // One screen that was slower than its test does not void a run of thousands; the report names it. The other
          // projects have tests of random cases, whose failures a second try would hide.
          retry: 1,
          // The libraries are loaded once in each process (src/shared/testing/between-files.ts).
          isolate: false,
          setupFiles: [
            'src/shared/testing/between-files.ts',
            'src/shared/testing/motion.ts',
            'src/shared/testing/queries.ts',
            'src/shared/testing/styles.ts',
            'src/shared/testing/toasts.ts',
          ],
          testTimeout: patient(120_000),
          hookTimeout: patient(120_000),
        },
      },
      {
        extends: true,
        test: {
          name: 'api on the embedded PostgreSQL',
          include: ['tests/api/**/*.test.ts'],
          exclude: apiTests(withPrograms),
          globalSetup: 'tests/support/embedded-setup.ts',
          isolate: false,
          testTimeout: patient(180_000),
          hookTimeout: patient(180_000),
        },
      },
      onExternal('api on an external PostgreSQL', overTheWire),
      {
        extends: true,
        test: {
          name: 'programs',
          include: ofPrograms,
          // Five times what the longest takes when nothing runs beside it.
          testTimeout: patient(330_000),
          hookTimeout: patient(120_000),
        },
      },
      onExternal('programs beside an external PostgreSQL', withPrograms),
      {
        extends: true,
        test: {
          name: 'structure',
          include: ['tests/structure/**/*.test.ts'],
          testTimeout: patient(120_000),
          // The bundle test builds the product when it is out of date.
          hookTimeout: patient(300_000),
        },
      },
    ],
  },
});
