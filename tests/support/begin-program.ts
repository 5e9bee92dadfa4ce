import { type ChildProcess, spawn } from 'node:child_process';

export interface Ended {
  code: number | null;
  /** All that it has printed. */
  output: string;
}

/** Begins a program of Node.js, in a process of its own; `said` is told all that it has printed so far, each time it prints. */
export function beginProgram(
  program: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  said: (output: string) => void = () => {},
): { child: ChildProcess; ended: Promise<Ended> } {
  const child = spawn(process.execPath, [program, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      said(output);
    });
  }
  return { child, ended: new Promise((resolve) => child.on('close', (code) => resolve({ code, output }))) };
}
