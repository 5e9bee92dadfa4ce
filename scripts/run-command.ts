import { spawn } from 'node:child_process';
import { isAbsolute, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { withoutWebStorage } from './web-storage';

/** The folder of package.json. */
export const root = resolve(import.meta.dirname, '..');

export interface Command {
  /** A program of an installed package, as `npx` would find it; `node` is this Node; an absolute path is itself. */
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
  return { program: 'node', args: [...withoutWebStorage, '--import', 'tsx', file, ...args] };
}

interface RunOptions {
  /** It may ask whoever sits at this terminal. */
  asks?: boolean;
  /** The output goes into the outcome instead of this terminal. */
  capture?: boolean;
  /** Begins each line of the output, where several programs run beside each other. */
  label?: string;
}

function locate(program: string): string {
  if (program === 'node') return process.execPath;
  return isAbsolute(program) ? program : join(root, 'node_modules/.bin', program);
}

const piped = ['pipe', 'pipe'] as const;
const shown = ['inherit', 'inherit'] as const;

/** Runs a program in the project's folder and waits for its end. */
export function run(
  command: Command,
  { asks = false, capture = false, label }: RunOptions = {},
): Promise<Outcome> {
  const program = locate(command.program);
  return new Promise((done) => {
    const child = spawn(program, command.args, {
      cwd: root,
      env: { ...process.env, ...command.env },
      stdio: [asks ? 'inherit' : 'ignore', ...(capture || label !== undefined ? piped : shown)],
    });
    const chunks: Buffer[] = [];
    for (const stream of [child.stdout, child.stderr]) {
      if (capture) stream?.on('data', (chunk: Buffer) => chunks.push(chunk));
      else if (stream && label !== undefined) printLabelled(stream, label);
    }
    child.on('error', (error) => done({ code: 1, output: error.message }));
    child.on('close', (code, signal) => {
      const ending = signal ? `ended by ${signal}\n` : '';
      done({ code: code ?? 1, output: Buffer.concat(chunks).toString() + ending });
    });
  });
}

function printLabelled(stream: Readable, label: string): void {
  createInterface({ input: stream }).on('line', (line) => console.log(`${label} ${line}`));
}

/** Seconds since `start` (of performance.now), as "3.2 s". */
export function elapsed(start: number): string {
  return `${((performance.now() - start) / 1000).toFixed(1)} s`;
}
