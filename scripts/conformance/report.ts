import type { Finding, State } from './client';

const words: Readonly<Record<State, string>> = {
  ok: 'ok',
  wrong: 'WRONG',
  refused: 'refused',
  absent: 'absent',
  'not tried': 'not tried',
};

function lines(findings: readonly Finding[]): string[] {
  const width = Math.max(0, ...findings.map(({ call }) => call.length));
  return findings.map(({ call, state, note }) =>
    `  ${words[state].padEnd(9)}  ${call.padEnd(width)}  ${note}`.trimEnd(),
  );
}

function counted(findings: readonly Finding[]): string {
  const counts = (Object.keys(words) as State[]).flatMap((state) => {
    const count = findings.filter((finding) => finding.state === state).length;
    return count > 0 ? [`${count} ${words[state].toLowerCase()}`] : [];
  });
  return counts.join(', ');
}

/** What was found, for people. */
export function reportOf(host: string, findings: readonly Finding[]): string {
  const base = findings.filter((finding) => finding.base);
  const further = findings.filter((finding) => !finding.base);
  return [
    `${host} against the contract`,
    '',
    'Base calls, which the pages cannot do without',
    ...lines(base),
    '',
    'Further calls, which the pages use where a host has them',
    ...lines(further),
    '',
    `Base calls: ${counted(base)}.`,
    `Further calls: ${counted(further)}.`,
    '',
  ].join('\n');
}

/** Whether nothing that the base calls demand was found wrong. */
export function isConforming(findings: readonly Finding[]): boolean {
  return !findings.some(({ base, state }) => base && state === 'wrong');
}
