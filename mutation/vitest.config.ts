import { readFileSync } from 'node:fs';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

const room = process.env.MUTATION_ROOM ?? '';
const rooms: Record<string, { tests: string[] }> = JSON.parse(
  readFileSync(new URL('rooms.json', import.meta.url), 'utf8'),
);
const { tests = [] } = rooms[room] ?? {};
const timeout = 120_000;

/** The tests of one room, as vitest.config.ts runs them, one file after the other; the database is set up once. */
export default defineConfig({
  plugins: [react()],
  test: {
    fileParallelism: false,
    // As vitest.config.ts: what is waited for comes when it comes.
    expect: { poll: { timeout: 30_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          // First: what they notice needs no server.
          sequence: { groupOrder: 0 },
          include: tests.filter((path) => !path.startsWith('tests/')),
          testTimeout: timeout,
          hookTimeout: timeout,
        },
      },
      {
        extends: true,
        test: {
          name: 'api',
          sequence: { groupOrder: 1 },
          include: tests.filter((path) => path.startsWith('tests/')),
          globalSetup: 'tests/support/embedded-setup.ts',
          testTimeout: timeout,
          hookTimeout: timeout,
        },
      },
    ].filter(({ test }) => test.include.length > 0),
  },
});
