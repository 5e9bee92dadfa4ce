import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { buildState, hashBuildInputs } from './build-state.js';
import { installProblem } from './installed-packages.js';
import { packagesProblem } from './machine-packages.js';

/*
 * Before the server: builds what is missing or out of date, where the build's tools are installed. A
 * production install (`npm ci --omit=dev`) has none: it starts what was built.
 */
const root = join(import.meta.dirname, '..');

function hasTools() {
  try {
    return ['tsx', 'vite'].every((tool) => import.meta.resolve(tool));
  } catch {
    return false;
  }
}

/** @returns {number} the exit code */
function build() {
  const { status } = spawnSync(process.execPath, ['--import', 'tsx', 'scripts/build.ts', '--if-stale'], {
    cwd: root,
    stdio: 'inherit',
  });
  return status ?? 1;
}

const problem = packagesProblem(new URL('../', import.meta.url)) ?? installProblem(root);
const state = buildState(root, hashBuildInputs(root));
if (problem !== undefined) {
  console.error(problem);
  process.exitCode = 1;
} else if (state !== 'current' && hasTools()) {
  process.exitCode = build();
} else if (state === 'missing') {
  console.error(
    'Nothing is built, and the tools of the build are not installed. Run "npm ci && npm run build" here, or bring dist/ from a machine that did.',
  );
  process.exitCode = 1;
} else if (state === 'stale') {
  console.warn(
    'dist/ was built from other sources, or with other VITE_ variables, and the tools of the build are not installed: this starts what was built. For a new build: "npm ci && npm run build".',
  );
}
