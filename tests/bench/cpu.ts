import { readdirSync, readFileSync } from 'node:fs';
import type pg from 'pg';

/** Microseconds of a tick, as Linux counts the time of processes (`getconf CLK_TCK`). */
const tick = 10_000;

interface Process {
  parent: number;
  /** Microseconds of processor: its own, and of its children that have ended. */
  own: number;
  ended: number;
}

function readProcess(pid: number | string): Process {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name before may hold anything.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const sum = (...places: number[]) => places.reduce((all, place) => all + Number(fields[place]), 0) * tick;
  return { parent: Number(fields[1]), own: sum(11, 12), ended: sum(13, 14) };
}

/** A process, or none when it has ended meanwhile. */
function findProcess(pid: string): Process | undefined {
  try {
    return readProcess(pid);
  } catch {
    return undefined;
  }
}

/** What a process has taken. */
export const cpuOf = (pid: number): number => readProcess(pid).own;

/** What a database on this machine has taken, by all of its processes. */
export async function createDatabaseCpu(pool: pg.Pool): Promise<() => number> {
  const { rows } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid');
  const first = readProcess(rows[0]?.pid ?? 0).parent;
  return () => {
    const { own, ended } = readProcess(first);
    const children = readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(findProcess)
      .filter((one) => one?.parent === first);
    return children.reduce((all, one) => all + (one?.own ?? 0), own + ended);
  };
}
