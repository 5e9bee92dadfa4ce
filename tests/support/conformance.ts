import { onTestFinished } from 'vitest';
import { z } from '../../contract/zod';
import type { Finding } from '../../scripts/conformance/client';
import { checkHost } from '../../scripts/conformance/conformance';
import { createReport } from '../../scripts/conformance/report';
import type { Asked } from '../../scripts/conformance/visit';
import type { Answer } from '../bare-host/answers';
import { seedPassword } from '../bare-host/data';
import { type BareHostOptions, startBareHost } from '../bare-host/host';

export const seeded = {
  admin: { email: 'admin@example.com', password: seedPassword },
  investor: { email: 'ada@example.com', password: seedPassword },
};

export const wrong = (findings: readonly Finding[]) => findings.filter(({ state }) => state === 'wrong');
export const base = (findings: readonly Finding[]) => findings.filter((finding) => finding.base);

export const dataIn = ({ body }: Answer) => z.object({ data: z.unknown() }).parse(body).data;

/** What is found on a host of the base calls, which may have been changed. */
export async function checkBare(asked: Partial<Asked> = {}, options: BareHostOptions = {}) {
  const host = await startBareHost(options);
  onTestFinished(() => host.close());
  const findings = await checkHost({ host: host.address, ...seeded, write: false, ...asked });
  return { host, findings };
}

/** The report of these findings, as it is printed. */
export function reportOf(findings: readonly Finding[]): string {
  const lines: string[] = [];
  const report = createReport('http://host', (line) => lines.push(line));
  for (const finding of findings) report.add(finding);
  report.end();
  return lines.join('\n');
}
