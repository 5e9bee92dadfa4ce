import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { patient } from '../support/patience';
import { findProgram } from '../support/system-programs';

/** Milliseconds between two questions of the balancer whether a replica is ready. */
export const checkInterval = 100;

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
  timeout connect 5s
  timeout client ${patient(60_000)}ms
  timeout server ${patient(60_000)}ms
  timeout check ${patient(5_000)}ms
  option redispatch
  option forwardfor
frontend public
  bind 127.0.0.1:${port}
  default_backend averin
backend averin
  balance leastconn
  option httpchk
  http-check send meth GET uri /api/ready ver HTTP/1.1 hdr Host averin
  default-server check inter ${checkInterval}ms fall 1 rise 1
${replicas.map((replica) => `  server replica-${replica} 127.0.0.1:${replica}`).join('\n')}
`,
  );
  const child = spawn(findProgram('haproxy') ?? '', ['-db', '-f', file], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  const gone = once(child, 'exit');
  for (let tries = 0; ; tries += 1) {
    if (tries === 200 || child.exitCode !== null) throw new Error(`HAProxy passes nothing on:\n${said}`);
    const answer = await fetch(`http://127.0.0.1:${port}/api/ready`).catch(() => undefined);
    if (answer?.ok) break;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return async () => {
    child.kill('SIGTERM');
    await gone;
  };
}
