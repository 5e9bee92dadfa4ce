import { calls, offeredAs } from '../../contract/calls';
import type { Finding, State } from './client';

const words: Readonly<Record<State, string>> = {
  ok: 'ok',
  wrong: 'WRONG',
  refused: 'refused',
  absent: 'absent',
  'not tried': 'not tried',
};

const width = Math.max(...Object.values(calls).map((call) => offeredAs(call).length));

/** One finding, as soon as there is one. */
function lineOf({ call, state, note }: Finding): string {
  return `  ${words[state].padEnd(9)}  ${call.padEnd(width)}  ${note}`.trimEnd();
}

const headings = {
  base: 'Base calls, which the pages cannot do without',
  further: 'Further calls, which the pages use where a host has them',
};

/** Writes a report line by line, while the findings come. */
export function createReport(host: string, write: (line: string) => void) {
  const findings: Finding[] = [];
  write(`${host} against the contract`);
  return {
    add(finding: Finding): void {
      if (finding.base !== findings.at(-1)?.base) {
        write('');
        write(finding.base ? headings.base : headings.further);
      }
      findings.push(finding);
      write(lineOf(finding));
    },
    end(): void {
      const of = (base: boolean) => counted(findings.filter((finding) => finding.base === base));
      write('');
      write(`Base calls: ${of(true)}.`);
      write(`Further calls: ${of(false)}.`);
      if (verdictOf(findings) === 'not tried') write(nothingTried(findings));
    },
  };
}

function counted(findings: readonly Finding[]): string {
  const counts = (Object.keys(words) as State[]).flatMap((state) => {
    const count = findings.filter((finding) => finding.state === state).length;
    return count > 0 ? [`${count} ${words[state].toLowerCase()}`] : [];
  });
  return counts.join(', ');
}

/** Why there is no verdict. */
function nothingTried(findings: readonly Finding[]): string {
  const isRefused = findings.some(({ base, state }) => base && state === 'refused');
  return isRefused
    ? 'Not all could be tried: credentials were refused.'
    : 'Nothing could be tried: no credentials were given.';
}

type Verdict = 'conforming' | 'wrong' | 'not tried';

/** Whether the base calls are as they must be. Where nothing could be tried, or who was to ask was refused, nobody knows. */
export function verdictOf(findings: readonly Finding[]): Verdict {
  const states = findings.filter(({ base }) => base).map(({ state }) => state);
  if (states.includes('wrong')) return 'wrong';
  return states.includes('ok') && !states.includes('refused') ? 'conforming' : 'not tried';
}
