import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { z } from '../../../../contract/zod';

const lineSchema = z.union([
  z.object({ pid: z.number(), adopted: z.boolean(), host: z.string() }),
  z.object({ refused: z.string() }),
]);

export interface Holder {
  process: ChildProcess;
  /** What it said. */
  line: z.infer<typeof lineSchema>;
  /** Ends it, in order or at once, and waits until it is gone. */
  end(signal: NodeJS.Signals): Promise<void>;
}

/**
 * Starts a process that holds a data folder, as `uid` when given, and waits for what it says. `program` is
 * hold-folder.ts, bundled.
 */
export async function holdFolder(
  program: string,
  dataDir: string,
  { uid, env }: { uid?: number; env?: NodeJS.ProcessEnv } = {},
): Promise<Holder> {
  const child = spawn(process.execPath, [program, dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
    ...(uid !== undefined && { uid, gid: uid }),
  });
  const gone = new Promise<void>((resolve) => child.on('exit', () => resolve()));
  for await (const line of createInterface({ input: child.stdout })) {
    return {
      process: child,
      line: lineSchema.parse(JSON.parse(line)),
      async end(signal) {
        child.kill(signal);
        await gone;
      },
    };
  }
  throw new Error('The process ended without a word');
}
