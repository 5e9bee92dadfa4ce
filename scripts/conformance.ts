import { parseArgs } from 'node:util';
import { checkHost } from './conformance/conformance';
import { createReport, verdictOf } from './conformance/report';
import type { Asked, Credentials } from './conformance/visit';

/* `npm run conformance -- URL`: whether the pages can work on a host, call by call (docs/operating.md, "Another host"). */
const usage = `Usage: npm run conformance -- URL [--write] [--origin ORIGIN] [--json]

Tries a host call by call against the contract: what it offers, what it refuses, what is wrong. Reads only, unless
--write is given: then it registers somebody, reports a deposit of 150 and declines it, changes a last name and sets it
back, moves a profit by 1 and sets it back, and tries what must be refused. Do not write on a host with real money.

  --write          try the calls that change something as well
  --origin ORIGIN  where the pages are, if not at the host: whether browsers let them send what they do; or
                   CONFORMANCE_ORIGIN
  --json           print the findings as JSON

From the environment, each of the two optional; a token where a second factor is asked for:

  CONFORMANCE_ADMIN_EMAIL     CONFORMANCE_ADMIN_PASSWORD     or CONFORMANCE_ADMIN_TOKEN
  CONFORMANCE_INVESTOR_EMAIL  CONFORMANCE_INVESTOR_PASSWORD  or CONFORMANCE_INVESTOR_TOKEN

Ends with 0 when nothing of the base calls is wrong, 1 when something is, 2 when nothing could be tried, credentials were
refused, or it could not be understood.
`;

function credentials(who: 'ADMIN' | 'INVESTOR'): Credentials | { token: string } | undefined {
  const of = (what: string) => process.env[`CONFORMANCE_${who}_${what}`];
  const [token, email, password] = [of('TOKEN'), of('EMAIL'), of('PASSWORD')];
  if (token) return { token };
  return email && password ? { email, password } : undefined;
}

function read(): (Asked & { json: boolean }) | undefined {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        write: { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
        origin: { type: 'string', default: process.env.CONFORMANCE_ORIGIN },
      },
    });
    const [url = ''] = positionals;
    if (positionals.length !== 1 || !/^https?:$/.test(new URL(url).protocol)) return undefined;
    const host = url.replace(/\/+$/, '');
    return { host, ...values, admin: credentials('ADMIN'), investor: credentials('INVESTOR') };
  } catch {
    return undefined;
  }
}

const exitCodes = { conforming: 0, wrong: 1, 'not tried': 2 } as const;

const asked = read();
if (asked) {
  const report = asked.json ? undefined : createReport(asked.host, (line) => console.log(line));
  const findings = await checkHost(asked, report?.add);
  report?.end();
  if (asked.json) console.log(JSON.stringify(findings, null, 2));
  process.exitCode = exitCodes[verdictOf(findings)];
} else {
  console.error(usage);
  process.exitCode = 2;
}
