import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import { join } from 'node:path';
import { root } from '../../scripts/run-command';

const report = join(root, 'docs/benchmark.md');

/** When and on what machine. */
export function onWhat(): string {
  const date = new Date().toISOString().slice(0, 10);
  return `${date}, Node ${process.versions.node}, ${availableParallelism()} cores (${cpus()[0]?.model ?? 'unknown'})`;
}

/** Puts lines between the marks of that name in docs/benchmark.md, instead of what was there. */
export function writeResults(name: string, lines: readonly string[]): void {
  const [begin, finish] = [`<!-- ${name} -->`, `<!-- end of ${name} -->`];
  const [before = '', rest = ''] = readFileSync(report, 'utf8').split(begin);
  writeFileSync(
    report,
    [`${before}${begin}`, ...lines, `${finish}${rest.split(finish)[1] ?? ''}`].join('\n'),
  );
}
