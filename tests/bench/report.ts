import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import { join } from 'node:path';
import { root } from '../../scripts/run-command';

const docs = join(root, 'docs');

/** When and on what machine. */
export function onWhat(): string {
  const date = new Date().toISOString().slice(0, 10);
  return `${date}, Node ${process.versions.node}, ${availableParallelism()} cores (${cpus()[0]?.model ?? 'unknown'})`;
}

/** The one in the middle, or between the two in the middle. */
export function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((one, other) => one - other);
  const at = (index: number) => sorted[Math.floor(index)] ?? 0;
  return (at((sorted.length - 1) / 2) + at(sorted.length / 2)) / 2;
}

/** Puts lines between the marks of that name in docs/benchmark.md, or another of these, instead of what was there. */
export function writeResults(name: string, lines: readonly string[], file = 'benchmark.md'): void {
  const report = join(docs, file);
  const [begin, finish] = [`<!-- ${name} -->`, `<!-- end of ${name} -->`];
  const [before = '', rest = ''] = readFileSync(report, 'utf8').split(begin);
  writeFileSync(
    report,
    [`${before}${begin}`, ...lines, `${finish}${rest.split(finish)[1] ?? ''}`].join('\n'),
  );
}
