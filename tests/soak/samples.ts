import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import type { Victim } from '../faults/victim';
import type { Point } from './judgement';
import { OthersWatch } from './machine';

/** Milliseconds between two samples. */
const pace = 2_000;

/**
 * What is looked at while the product runs: megabytes, handles and connections to its database, and which percentage of the
 * machine's processors others take.
 */
export const sampled = ['memory', 'handles', 'database connections', 'others'] as const;
export type Sampled = (typeof sampled)[number];

/** Megabytes of a process, as Linux counts them. */
function memoryOf(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) / 1_024;
}

const handlesOf = (pid: number) => readdirSync(`/proc/${pid}/fd`).length;

/** Looks at a process and its database at a steady pace until it is told to stop. */
export class Sampler {
  readonly points: Record<Sampled, Point[]> = {
    memory: [],
    handles: [],
    'database connections': [],
    others: [],
  };
  private readonly running: Promise<void>;
  private stopping = false;

  constructor(
    private readonly product: Pick<Victim, 'pid' | 'processes'>,
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
    const { pid } = this.product;
    const others = new OthersWatch(() => [process.pid, ...this.product.processes]);
    while (!this.stopping) {
      const at = performance.now();
      this.points.memory.push({ at, value: memoryOf(pid) });
      this.points.handles.push({ at, value: handlesOf(pid) });
      this.points['database connections'].push({ at, value: await this.connections() });
      await delay(pace);
      this.points.others.push({ at, value: others.look() });
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
