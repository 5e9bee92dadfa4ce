import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import type { Point } from './judgement';

/** Milliseconds between two samples. */
const pace = 2_000;

/** What is looked at of the product while it runs: megabytes, handles and connections to its database. */
export const sampled = ['memory', 'handles', 'database connections'] as const;
export type Sampled = (typeof sampled)[number];

/** Megabytes of a process, as Linux counts them. */
function memoryOf(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) / 1_024;
}

const handlesOf = (pid: number) => readdirSync(`/proc/${pid}/fd`).length;

/** Looks at a process and its database at a steady pace until it is told to stop. */
export class Sampler {
  readonly points: Record<Sampled, Point[]> = { memory: [], handles: [], 'database connections': [] };
  private readonly running: Promise<void>;
  private stopping = false;

  constructor(
    private readonly pid: number,
    private readonly pool: pg.Pool,
  ) {
    this.running = this.run();
  }

  async stop(): Promise<void> {
    this.stopping = true;
    await this.running;
  }

  /** The newest figure. */
  newest(name: Sampled): number {
    return this.points[name].at(-1)?.value ?? Number.NaN;
  }

  private async run(): Promise<void> {
    while (!this.stopping) {
      const at = performance.now();
      this.points.memory.push({ at, value: memoryOf(this.pid) });
      this.points.handles.push({ at, value: handlesOf(this.pid) });
      this.points['database connections'].push({ at, value: await this.connections() });
      await delay(pace);
    }
  }

  /** All but ours. */
  private async connections(): Promise<number> {
    const { rows } = await this.pool.query<{ count: number }>(
      "select count(*)::int as count from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()",
    );
    return rows[0]?.count ?? Number.NaN;
  }
}
