import { spawn } from 'node:child_process';
import { join, resolve } from 'node:path';

/** The folder of package.json. */
export const root = resolve(import.meta.dirname, '..');

export interface Command {
  /** A program of an installed package, as `npx` would find it; `node` is this Node. */
  program: string;
  args: readonly string[];
  /** Variables on top of this process's own; undefined removes one. */
  env?: Readonly<Record<string, string | undefined>>;
}

export interface Outcome {
  /** The exit code; 1 when a signal or a missing program ended it. */
  code: number;
  /** What it printed, when it was captured; else empty. */
  output: string;
}

/** How to start one of the project's own TypeScript files. */
export function script(file: string, ...args: string[]): Command {
  return { program: 'node', args: ['--import', 'tsx', file, ...args] };
}

/**
 * Runs a program in the project's folder and waits for its end. Its output goes to this terminal, or into the
 * outcome with `capture`.
 */
export function run(command: Command, { capture = false } = {}): Promise<Outcome> {
  const program =
    command.program === 'node' ? process.execPath : join(root, 'node_modules/.bin', command.program);
  return new Promise((done) => {
    const child = spawn(program, command.args, {
      cwd: root,
      env: { ...process.env, ...command.env },
      stdio: capture ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
    });
    const chunks: Buffer[] = [];
    child.stdout?.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.stderr?.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.on('error', (error) => done({ code: 1, output: error.message }));
    child.on('close', (code, signal) => {
      const ending = signal ? `ended by ${signal}\n` : '';
      done({ code: code ?? 1, output: Buffer.concat(chunks).toString() + ending });
    });
  });
}

/** Seconds since `start` (of performance.now), as "3.2 s". */
export function elapsed(start: number): string {
  return `${((performance.now() - start) / 1000).toFixed(1)} s`;
}
