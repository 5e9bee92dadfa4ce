import { readdirSync, readFileSync } from 'node:fs';

/** Milliseconds of a tick of Linux' clock, as `getconf CLK_TCK` has it on all common machines. */
const tick = 10;

interface Process {
  pid: number;
  parent: number;
  /** What it took, and what those of its children took that have ended. */
  ticks: number;
}

function readProcess(pid: string): Process[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name before may have spaces: proc(5).
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const times = fields.slice(11, 15).map(Number);
    return [
      {
        pid: Number(pid),
        parent: Number(fields[1]),
        ticks: times.reduce((sum, time) => sum + time, 0),
      },
    ];
  } catch {
    // It has just ended.
    return [];
  }
}

/** Milliseconds of a processor that processes and all their children have taken since they began (Linux). */
export function processorTime(pids: readonly number[]): number {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap(readProcess);
  const sumOf = (pid: number): number =>
    all
      .filter((one) => one.pid === pid || one.parent === pid)
      .reduce((sum, one) => sum + (one.pid === pid ? one.ticks : sumOf(one.pid)), 0);
  return pids.reduce((sum, pid) => sum + sumOf(pid), 0) * tick;
}
