import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

interface Living {
  pid: number;
  parent: number;
  group: number;
}

/** Processes that have not ended, from Linux's /proc, whether those that have are collected or not; undefined elsewhere. */
export function livingProcesses(): Living[] | undefined {
  let names: string[];
  try {
    names = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  } catch {
    return undefined;
  }
  return names.flatMap((pid) => {
    try {
      const [state, parent, group] =
        readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
      return state === 'Z' ? [] : [{ pid: Number(pid), parent: Number(parent), group: Number(group) }];
    } catch {
      // It has ended in between.
      return [];
    }
  });
}

/**
 * Whether somebody collects processes whose parents have ended, as an init does and the first process of a container
 * may not.
 */
export function collectsOrphans(): boolean {
  const { stdout } = spawnSync('sh', ['-c', 'sleep 0.1 >&- 2>&- & echo $!'], { encoding: 'utf8' });
  const orphan = Number(stdout);
  // Some look for them every other second.
  for (let waited = 0; waited < 6_000; waited += 200) {
    spawnSync('sleep', ['0.2']);
    try {
      process.kill(orphan, 0);
    } catch {
      return true;
    }
  }
  return false;
}
