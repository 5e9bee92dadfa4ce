import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { root } from './run-command';

/*
 * `npm run dev`: the server, restarted when its source changes, and Vite's server for the pages, which passes API
 * calls on to it. Both end together.
 */
const { HOST = '127.0.0.1', PORT = '3000' } = process.env;
/** Vite's address, as vite.config.ts has it; links in mail lead there. */
const pages = 'http://127.0.0.1:5173';

function start(program: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): ChildProcess {
  return spawn(join(root, 'node_modules/.bin', program), args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
    // Groups of their own: Ctrl-C reaches them once, through us, and takes what they started along.
    detached: true,
  });
}

const children = [
  start('tsx', ['watch', '--clear-screen=false', 'server/main.ts'], {
    PUBLIC_URL: process.env.PUBLIC_URL ?? pages,
  }),
  start('vite', ['--configLoader', 'runner', '--clearScreen', 'false', '--logLevel', 'warn']),
];
console.log(`\n  Pages with hot reload   ${pages}\n  API server              http://${HOST}:${PORT}\n`);

/** How long the server may take to stop its database before it is killed. Milliseconds. */
const patience = 20_000;

/** Signals both groups; false when nobody is left in them. */
function signalAll(signal: NodeJS.Signals | 0): boolean {
  let heard = false;
  for (const { pid } of children) {
    try {
      if (pid !== undefined) heard = process.kill(-pid, signal) || heard;
    } catch {
      // That group has ended.
    }
  }
  return heard;
}

let ending = false;
/** Ends both and waits: tsx leaves before the server has stopped its database. */
function end(code: number): void {
  if (ending) return;
  ending = true;
  process.exitCode = code;
  const start = performance.now();
  signalAll('SIGTERM');
  const watch = setInterval(() => {
    if (performance.now() - start > patience) signalAll('SIGKILL');
    if (!signalAll(0)) clearInterval(watch);
  }, 100);
}

for (const child of children) {
  child.on('error', (error) => {
    console.error(error.message);
    end(1);
  });
  child.on('exit', (code) => end(code ?? 1));
}
process.on('SIGINT', () => end(0));
process.on('SIGTERM', () => end(0));
// The terminal that was closed does not reach groups of their own.
process.on('SIGHUP', () => end(0));
