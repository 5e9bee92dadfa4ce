import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { keptThreads } from './kept-thread';
import { room } from './room';
import { statementsAnew } from './statements-anew';

const files = room.tests;
/** A mutant that keeps an answer from coming takes as long to be noticed. */
const timeout = 30_000;
/** What a mutant keeps from coming is waited for as long. */
const awaited = 10_000;

/** As rooms.json has them: the quick ones, and those that notice most, first. The first that fails ends a mutant's run. */
class InOrder extends BaseSequencer {
  override async sort(specifications: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) =>
      files.findIndex((file) => moduleId.endsWith(`/${file}`));
    return specifications.sort((one, other) => place(one) - place(other));
  }
}

/** The tests of one room, one file after the other; the database is set up once. */
export default defineConfig({
  plugins: [react(), keptThreads(), statementsAnew()],
  test: {
    fileParallelism: false,
    isolate: false,
    setupFiles: 'mutation/load-room.ts',
    sequence: { sequencer: InOrder },
    expect: { poll: { timeout: awaited } },
    // What tests/support/patience.ts multiplies 30 seconds with.
    env: { TEST_SLOWNESS: String(awaited / 30_000) },
    projects: [
      {
        extends: true as const,
        test: {
          name: 'unit',
          // First: what they notice needs no server.
          sequence: { groupOrder: 0 },
          include: files.filter((path) => !path.startsWith('tests/')),
          testTimeout: timeout / 2,
          hookTimeout: timeout / 2,
        },
      },
      {
        extends: true as const,
        test: {
          name: 'api',
          sequence: { groupOrder: 1 },
          include: files.filter((path) => path.startsWith('tests/')),
          globalSetup: 'mutation/database-setup.ts',
          testTimeout: timeout,
          hookTimeout: timeout,
        },
      },
    ].filter(({ test }) => test.include.length > 0),
  },
});
