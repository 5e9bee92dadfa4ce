import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

/** Whom PostgreSQL runs as: it refuses to run as root. */
export type RunAs =
  /** The user of this process. */
  | { kind: 'self' }
  /** Root, seen from inside a namespace as an ordinary user; the files stay root's. */
  | { kind: 'namespace' }
  /** An existing unprivileged user. */
  | { kind: 'user'; name: string; uid: number; gid: number };

const unshare = ['unshare', '--user', '--map-user=65534', '--map-group=65534', '--'];

/** Decides whom to run as; `undefined` when root has no way. */
export async function chooseRunAs(): Promise<RunAs | undefined> {
  if (process.getuid?.() !== 0) return { kind: 'self' };
  const [program = '', ...args] = [...unshare, 'true'];
  const tried = await execute(program, args, { kind: 'self' });
  if (tried.code === 0) return { kind: 'namespace' };
  return unprivilegedUser();
}

function unprivilegedUser(): RunAs | undefined {
  if (!existsSync('/etc/passwd')) return undefined;
  const users = readFileSync('/etc/passwd', 'utf8').split('\n');
  for (const name of ['postgres', '_postgres', 'nobody']) {
    const [, , uid, gid] = users.find((line) => line.startsWith(`${name}:`))?.split(':') ?? [];
    // macOS writes the ids of nobody as negative numbers, which no process can take.
    if (Number(uid) > 0 && Number(gid) > 0) return { kind: 'user', name, uid: Number(uid), gid: Number(gid) };
  }
  return undefined;
}

export interface Executed {
  /** None when the program could not be started at all. */
  code: number | undefined;
  /** What it printed, both streams. */
  output: string;
}

/**
 * Runs a program to its end, in a folder of whom it runs as: that user could not even start in one without rights to it. In a
 * session of its own: a Ctrl-C is for the product, which stops it in order.
 */
export function execute(program: string, args: string[], runAs: RunAs, cwd = '/'): Promise<Executed> {
  const [command = '', ...rest] =
    runAs.kind === 'namespace' ? [...unshare, program, ...args] : [program, ...args];
  return new Promise((resolve) => {
    const child = spawn(command, rest, {
      cwd,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      // Messages in English: some are looked at, and all go into the log.
      // Not our secrets: PostgreSQL may run as a user whose processes others can look into.
      env: { PATH: process.env.PATH, HOME: process.env.HOME, TMPDIR: process.env.TMPDIR, LC_ALL: 'C' },
      ...(runAs.kind === 'user' && { uid: runAs.uid, gid: runAs.gid }),
    });
    let output = '';
    const collect = (chunk: Buffer) => {
      output += chunk.toString();
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.on('error', (error) => resolve({ code: undefined, output: error.message }));
    child.on('close', (code) => resolve({ code: code ?? 1, output }));
  });
}
