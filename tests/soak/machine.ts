import { readFileSync } from 'node:fs';

/** Ticks of all processors since the machine was started, and of those that were used, or taken by the machine around it. */
function machineTicks(): { all: number; used: number } {
  const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n', 1);
  const [user = 0, nice = 0, system = 0, idle = 0, waiting = 0, ...others] = line
    .split(/\s+/)
    .slice(1, 9)
    .map(Number);
  const used = others.reduce((sum, ticks) => sum + ticks, user + nice + system);
  return { all: used + idle + waiting, used };
}

/** Ticks that a process has used; none when it has ended. */
function ticksOf(pid: number): number {
  try {
    const [, behindName = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
    return behindName
      .split(' ')
      .slice(11, 13)
      .reduce((sum, ticks) => sum + Number(ticks), 0);
  } catch {
    return 0;
  }
}

/**
 * How much of the processors others take: what makes answers slower in one third of a run than in another without the product
 * having changed. `ours` names the processes of the run.
 */
export class OthersWatch {
  private last = { ...machineTicks(), ours: new Map<number, number>() };

  constructor(private readonly ours: () => readonly number[]) {
    this.last.ours = this.ownTicks();
  }

  /** Percent of all processors since the last look. */
  look(): number {
    const now = { ...machineTicks(), ours: this.ownTicks() };
    const { last } = this;
    this.last = now;
    const own = [...now.ours].reduce(
      (sum, [pid, ticks]) => sum + Math.max(0, ticks - (last.ours.get(pid) ?? 0)),
      0,
    );
    const share = (now.used - last.used - own) / Math.max(1, now.all - last.all);
    return Math.max(0, share * 100);
  }

  private ownTicks(): Map<number, number> {
    return new Map(this.ours().map((pid) => [pid, ticksOf(pid)]));
  }
}
