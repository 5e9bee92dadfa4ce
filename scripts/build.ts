import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildState, hashBuildInputs, stampOf } from './build-state.js';
import { compressFolder } from './compress';
import { installProblem } from './installed-packages.js';
import { type Command, elapsed, root, run, script } from './run-command';

/*
 * Builds the product into dist/client and dist/server. With --if-stale only when an input has changed since the
 * last complete build. Each part is built beside its place and moved there when all of it is there, and the stamp
 * that says "complete" is removed first and written last: a build that breaks off leaves the last one, or none.
 */
const dist = join(root, 'dist');
const stampFile = stampOf(root);

const parts = ['client', 'server'] as const;

type Part = (typeof parts)[number];

const formerOf = (name: Part) => join(dist, `.${name}-${process.pid}-former`);
const stagingOf = (name: Part) => join(dist, `.${name}-${process.pid}`);

const vite = (config: string, part: Part): Command => ({
  program: 'vite',
  args: [
    'build',
    '--config',
    config,
    '--configLoader',
    'runner',
    '--outDir',
    stagingOf(part),
    '--logLevel',
    'warn',
  ],
});

const steps = [
  { title: 'the pages', command: vite('vite.config.ts', 'client') },
  { title: 'the front page', command: script('scripts/prerender.ts', stagingOf('client')) },
  { title: 'the server', command: vite('vite.server.config.ts', 'server') },
];

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Removes what a build that broke off has left; one that still runs keeps its own. */
function removeLeftovers(): void {
  for (const name of readdirSync(dist)) {
    const pid = /^\.(?:client|server)-(\d+)(?:-former)?$/.exec(name)?.[1];
    if (pid && !isRunning(Number(pid))) rmSync(join(dist, name), { recursive: true, force: true });
  }
}

/** What was there was moved away, or something was put there, while we did the same. */
function isOfAnotherBuild(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOTEMPTY' || error.code === 'ENOENT');
}

/** Puts what was built in place of what is there. Another build may do so at this moment: the last one stays. */
function replace(name: Part): void {
  while (existsSync(stagingOf(name))) {
    rmSync(formerOf(name), { recursive: true, force: true });
    try {
      if (existsSync(join(dist, name))) renameSync(join(dist, name), formerOf(name));
      renameSync(stagingOf(name), join(dist, name));
    } catch (error) {
      if (!isOfAnotherBuild(error)) throw error;
    }
  }
}

async function build(stamp: string): Promise<boolean> {
  mkdirSync(dist, { recursive: true });
  removeLeftovers();
  try {
    for (const { title, command } of steps) {
      const start = performance.now();
      process.stdout.write(`Building ${title} ... `);
      // A NODE_ENV of the caller's would end up in the bundle.
      const { code, output } = await run({ ...command, env: { NODE_ENV: 'production' } }, { capture: true });
      console.log(code === 0 ? elapsed(start) : 'failed');
      if (output.trim()) console.log(output.trimEnd());
      if (code !== 0) return false;
    }
    await compressFolder(stagingOf('client'));
    for (const name of ['migrations', 'own-migrations'])
      cpSync(join(root, 'server/db', name), join(stagingOf('server'), name), { recursive: true });
    cpSync(join(root, 'server/statements/fonts'), join(stagingOf('server'), 'fonts'), { recursive: true });
    rmSync(stampFile, { force: true });
    parts.forEach(replace);
    writeFileSync(stampFile, stamp);
    return true;
  } finally {
    for (const name of parts) {
      rmSync(stagingOf(name), { recursive: true, force: true });
      rmSync(formerOf(name), { recursive: true, force: true });
    }
  }
}

const { values } = parseArgs({ options: { 'if-stale': { type: 'boolean', default: false } } });
const stamp = hashBuildInputs(root);
// The stamp tells of package-lock.json: what is built from other packages must not have it.
const problem = installProblem(root);
if (problem !== undefined) {
  console.error(problem);
  process.exitCode = 1;
} else if (!values['if-stale'] || buildState(root, stamp) !== 'current') {
  if (!(await build(stamp))) process.exitCode = 1;
}
