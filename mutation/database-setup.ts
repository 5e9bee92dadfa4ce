import type { ProvidedContext } from 'vitest';
import type { TestProject } from 'vitest/node';

/**
 * The database that each test file copies, on the PostgreSQL that scripts/mutation.ts has started: one for all of
 * Stryker's processes, which it ends by force when a mutant hangs.
 */
export default function setup(project: TestProject): void {
  const postgres: ProvidedContext['postgres'] = JSON.parse(process.env.MUTATION_DATABASE ?? '');
  project.provide('postgres', postgres);
}
