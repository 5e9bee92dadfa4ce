import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { patient } from '../support/patience';
import { findProgram } from '../support/system-programs';

/** Milliseconds between two questions of the balancer whether a replica is ready. */
export const checkInterval = 100;

/** The backend that docs/operating.md shows, with these replicas, which are looked at more often. */
function documentedBackend(replicas: readonly number[]): string {
  const text = readFileSync(join(import.meta.dirname, '../../docs/operating.md'), 'utf8');
  const [shown] = /^backend averin\n(?: {2}.*\n)+/m.exec(text) ?? [];
  if (!shown) throw new Error('docs/operating.md shows no backend');
  const ofOne = shown.match(/^ {2}server one.*\n/gm) ?? [];
  const settings = shown
    .replace(/^ {2}server .*\n/gm, '')
    .replace('timeout check 5s', `timeout check ${patient(5_000)}ms`)
    .replace('inter 1s', `inter ${checkInterval}ms`);
  const lines = replicas.flatMap((replica) =>
    ofOne.map((line) =>
      line.replace('one', `replica-${replica}`).replace('10.0.0.1:3000', `127.0.0.1:${replica}`),
    ),
  );
  return settings + lines.join('');
}

/**
 * HAProxy in front of replicas, as docs/operating.md shows it: it asks each whether it is ready, and repeats a request only when
 * no replica had taken it. Answers how to stop.
 */
export async function startBalancer(
  folder: string,
  port: number,
  replicas: readonly number[],
): Promise<() => Promise<void>> {
  const file = join(folder, 'haproxy.cfg');
  await writeFile(
    file,
    `
global
  maxconn 1000
defaults
  mode http
  timeout connect ${patient(5_000)}ms
  timeout client ${patient(60_000)}ms
  timeout server ${patient(60_000)}ms
  option redispatch
  balance leastconn
frontend public
  bind 127.0.0.1:${port}
  default_backend averin
${documentedBackend(replicas)}`,
  );
  const child = spawn(findProgram('haproxy') ?? '', ['-db', '-f', file], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  const gone = once(child, 'exit');
  for (const begun = performance.now(); ; ) {
    const late = performance.now() - begun > patient(30_000);
    if (late || child.exitCode !== null) throw new Error(`HAProxy passes nothing on:\n${said}`);
    const answer = await fetch(`http://127.0.0.1:${port}/api/ready`).catch(() => undefined);
    if (answer?.ok) break;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return async () => {
    child.kill('SIGTERM');
    await gone;
  };
}
