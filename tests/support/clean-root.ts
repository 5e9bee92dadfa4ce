import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The user that images of Node.js have, by their documentation. */
const node = { uid: 1000, gid: 1000 };
const superuser = { uid: 0, gid: 0 };
const search = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

/** A folder or file of this machine that is seen inside as well. */
interface Mount {
  from: string;
  to: string;
  readOnly?: boolean;
}

export interface Inside {
  command: readonly string[];
  /** All that it finds in its environment, beside PATH. */
  env?: Readonly<Record<string, string>>;
  folder?: string;
  user?: { uid: number; gid: number };
  mounts?: readonly Mount[];
  /** Whether all but the mounts and /tmp can only be read. */
  readOnly?: boolean;
  umask?: string;
  /** Programs in front of it that set limits, such as prlimit with its options. */
  limits?: readonly string[];
  /** Options of setpriv, which makes root the user. */
  privileges?: readonly string[];
}

const mountAll = `set -e
root=$1 writable=$2; shift 2
mount --bind "$root" "$root"
mount --rbind /usr "$root/usr" -o ro
mount --rbind /dev "$root/dev"
mount -t proc proc "$root/proc"
while [ "$1" != -- ]; do
  mount --bind "$1" "$root$2" -o "$3"
  shift 3
done
shift
mount -t tmpfs -o mode=1777 tmpfs "$root/tmp"
[ "$writable" = yes ] || mount -o remount,bind,ro "$root"
exec chroot "$root" "$@"`;

/** Programs in a root of their own, with processes of their own; network and kernel are this machine's. */
const unshare = ['--mount', '--pid', '--fork', '--kill-child', '--'];

/** Why programs cannot be given a root of their own here; undefined where they can. */
export function whyNoCleanRoot(): string | undefined {
  if (process.getuid?.() !== 0) return 'it takes root';
  if (!process.execPath.startsWith('/usr/')) return 'Node.js is not in /usr';
  return spawnSync('unshare', [...unshare, 'true']).status === 0 ? undefined : 'there is no unshare here';
}

/**
 * Makes a root folder that has the programs of this machine's /usr, as one of an image would, the users root and node, and
 * nothing else.
 */
export function makeRoot(folder: string): void {
  for (const name of ['usr', 'dev', 'proc', 'tmp', 'etc', 'root'])
    mkdirSync(join(folder, name), { recursive: true });
  for (const name of ['bin', 'sbin', 'lib', 'lib64']) symlinkSync(`usr/${name}`, join(folder, name));
  writeFileSync(
    join(folder, 'etc/passwd'),
    `root:x:0:0:root:/root:/bin/sh\nnode:x:${node.uid}:${node.gid}::/home/node:/bin/sh\n`,
  );
  writeFileSync(join(folder, 'etc/group'), `root:x:0:\nnode:x:${node.gid}:\n`);
  writeFileSync(join(folder, 'etc/hosts'), '127.0.0.1 localhost\n');
}

/** The user of that name, or with that number. */
export function userOf(name: string): { uid: number; gid: number } {
  if (name === 'node') return node;
  if (name === 'root') return superuser;
  throw new Error(`A clean root has no user ${name}`);
}

function spawnInside(root: string, inside: Inside): ChildProcess {
  const { command, env = {}, folder = '/', user = superuser, mounts = [], umask = '0022' } = inside;
  for (const { to } of mounts) mkdirSync(join(root, to), { recursive: true });
  return spawn(
    'unshare',
    [
      ...[...unshare, 'sh', '-c', mountAll, 'sh', root, inside.readOnly ? 'no' : 'yes'],
      ...mounts.flatMap(({ from, to, readOnly }) => [from, to, readOnly ? 'ro' : 'rw']),
      ...[
        '--',
        'env',
        '-i',
        `PATH=${search}`,
        'HOME=/root',
        ...Object.entries(env).map(([name, value]) => `${name}=${value}`),
      ],
      ...[
        'sh',
        '-c',
        'umask "$1"; cd "$2"; shift 2; exec "$@"',
        'sh',
        umask,
        folder,
        ...(inside.limits ?? []),
      ],
      ...['setpriv', `--reuid=${user.uid}`, `--regid=${user.gid}`, '--clear-groups'],
      ...[...(inside.privileges ?? []), '--', ...command],
    ],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
}

function collect({ stdout, stderr }: ChildProcess): () => string {
  let said = '';
  for (const stream of [stdout, stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      said = (said + chunk.toString()).slice(-20_000);
    });
  }
  return () => said;
}

/** Runs a program in that root to its end. */
export function runInside(root: string, inside: Inside): Promise<{ code: number | null; output: string }> {
  const child = spawnInside(root, inside);
  const said = collect(child);
  return new Promise((resolve, reject) => {
    child.on('error', reject).on('close', (code) => resolve({ code, output: said() }));
  });
}

export interface StartedInside {
  /** Process id, seen from here. */
  pid(): number;
  said(): string;
  ended(): boolean;
  /** Sends the signal and answers the exit code. */
  stop(signal: NodeJS.Signals): Promise<number | null>;
}

/** Starts a program in that root, as the first process that it knows of. */
export function startInside(root: string, inside: Inside): StartedInside {
  const child = spawnInside(root, inside);
  const said = collect(child);
  const gone = new Promise<number | null>((resolve) => child.on('exit', resolve));
  const pid = () =>
    Number(readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').split(' ')[0]);
  return {
    pid,
    said,
    ended: () => child.exitCode !== null || child.signalCode !== null,
    stop(signal) {
      if (child.exitCode === null) process.kill(pid(), signal);
      return gone;
    },
  };
}
