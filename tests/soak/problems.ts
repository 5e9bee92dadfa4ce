/** Everything that went wrong, and how often. */
export class Problems {
  readonly counts = new Map<string, number>();

  add(problem: string, times = 1): void {
    this.counts.set(problem, (this.counts.get(problem) ?? 0) + times);
  }

  /** Those of a part, which is named. */
  addAll(problems: Problems, part: string): void {
    for (const [problem, times] of problems.counts) this.add(`${part}: ${problem}`, times);
  }
}
