import { spawn } from 'node:child_process';
import { freePort } from '../tests/support/free-port';
import { root, run, script } from './run-command';

export interface BuiltProduct {
  /** Where it listens. */
  address: string;
  /** Asks it to end, and answers its exit code once it has; null when a signal ended it. */
  stop(): Promise<number | null>;
}

/** Throws when it is not ready within `patience` milliseconds, and as soon as `gone` says that it has ended. */
async function waitUntilReady(address: string, patience: number, gone: Promise<unknown>): Promise<void> {
  let ended = false;
  void gone.then(() => {
    ended = true;
  });
  for (let waited = 0; waited < patience && !ended; waited += 100) {
    const answer = await fetch(`${address}/api/ready`).catch(() => undefined);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(ended ? 'it has ended' : `it was not ready after ${patience} ms`);
}

/** Builds the product when it is out of date. Throws when that fails. */
export async function ensureBuilt(): Promise<void> {
  if ((await run(script('scripts/build.ts', '--if-stale'))).code !== 0) throw new Error('The build failed');
}

interface StartOptions {
  /** The folder that holds the product's `dist`; the project's own unless another is named. */
  folder?: string;
  /** The program of Node; the one that runs this unless another is named. */
  node?: string;
  /** Variables on top of this process's own. */
  environment?: NodeJS.ProcessEnv;
  /** Milliseconds until it must answer. */
  patience?: number;
}

/** Starts the built product on a data folder, on a free port of loopback, and waits until it answers. */
export async function startBuilt(
  dataDir: string,
  { folder = root, node = process.execPath, environment, patience = 20_000 }: StartOptions = {},
): Promise<BuiltProduct> {
  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
  const server = spawn(node, ['dist/server/main.js'], {
    cwd: folder,
    env: { ...process.env, PORT: String(port), DATA_DIR: dataDir, ...environment },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  server.stderr.on('data', (chunk: Buffer) => {
    said = (said + chunk.toString()).slice(-2_000);
  });
  const gone = new Promise<number | null>((resolve) => server.on('exit', resolve));
  function stop(): Promise<number | null> {
    server.kill('SIGTERM');
    return gone;
  }
  try {
    await waitUntilReady(address, patience, gone);
  } catch (error) {
    await stop();
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(`The product did not start: ${why}. ${said}`.trim(), { cause: error });
  }
  return { address, stop };
}
