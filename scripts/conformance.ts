import { parseArgs } from 'node:util';
import type { Asked, Credentials } from './conformance/base-checks';
import { checkHost } from './conformance/conformance';
import { isConforming, reportOf } from './conformance/report';

/* `npm run conformance -- URL`: whether the pages can work on a host, call by call (docs/operating.md, "Another host"). */
const usage = `Usage: npm run conformance -- URL [--write] [--json]

Tries a host call by call against the contract: what it offers, what it refuses, what is wrong. Reads only, unless
--write is given: then it registers somebody, reports a deposit of 150 and declines it, moves a profit by 1 and sets it
back. Do not write on a host with real money.

  --write   try the calls that change something as well
  --json    print the findings as JSON

From the environment, each of the two optional; a token where a second factor is asked for:

  CONFORMANCE_ADMIN_EMAIL     CONFORMANCE_ADMIN_PASSWORD     or CONFORMANCE_ADMIN_TOKEN
  CONFORMANCE_INVESTOR_EMAIL  CONFORMANCE_INVESTOR_PASSWORD  or CONFORMANCE_INVESTOR_TOKEN

Ends with 0 when nothing of the base calls is wrong, 1 when something is, 2 when it could not be understood.
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
      options: { write: { type: 'boolean', default: false }, json: { type: 'boolean', default: false } },
    });
    const [url = ''] = positionals;
    if (positionals.length !== 1 || !/^https?:$/.test(new URL(url).protocol)) return undefined;
    const host = url.replace(/\/+$/, '');
    return { host, ...values, admin: credentials('ADMIN'), investor: credentials('INVESTOR') };
  } catch {
    return undefined;
  }
}

const asked = read();
if (asked) {
  const findings = await checkHost(asked);
  console.log(asked.json ? JSON.stringify(findings, null, 2) : reportOf(asked.host, findings));
  process.exitCode = isConforming(findings) ? 0 : 1;
} else {
  console.error(usage);
  process.exitCode = 2;
}
