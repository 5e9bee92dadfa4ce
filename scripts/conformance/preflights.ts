import { type Call, calls, offeredAs } from '../../contract/calls';
import { headers } from '../../contract/headers';
import { type Finding, send, Wrong } from './client';
import { each } from './faults';
import { callOf } from './visit';

/** What browsers ask about before the pages send it. */
const asked: readonly { name: keyof typeof calls; sent: readonly string[] }[] = [
  { name: 'readUser', sent: ['authorization', 'content-type', headers.background] },
  {
    name: 'editAccount',
    sent: ['authorization', 'content-type', headers.idempotencyKey, headers.ifMatch, headers.reason],
  },
];

/** Methods that need no leave. */
const alwaysAllowed = ['GET', 'HEAD', 'POST'];

const namesIn = (list: string | null) => (list ?? '').split(',').map((name) => name.trim().toLowerCase());

/** Whether a browser lets pages of another origin send what they do: asked as one would ask, changing nothing. */
export async function checkPreflights(host: string, origin: string): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const { name, sent } of asked) {
    const { method }: Call = calls[name];
    const call = `OPTIONS of ${offeredAs(calls[name])}`;
    try {
      await mustAllow(host, origin, method, callOf(name, 'anybody'), sent);
      findings.push({ call, base: true, state: 'ok', note: `allowed to ${origin}` });
    } catch (error) {
      if (!(error instanceof Wrong)) throw error;
      findings.push({ call, base: true, state: 'wrong', note: error.message });
    }
  }
  return findings;
}

async function mustAllow(
  host: string,
  origin: string,
  method: string,
  call: string,
  sent: readonly string[],
): Promise<void> {
  const [, path] = call.split(' ');
  const reply = await send(host, `OPTIONS ${path}`, {
    headers: {
      origin,
      'access-control-request-method': method,
      'access-control-request-headers': [...sent].sort().join(','),
    },
  });
  const said = (what: string) => reply.headers.get(`access-control-allow-${what}`);
  const methods = namesIn(said('methods'));
  const allowed = namesIn(said('headers'));
  // The star stands for any header but this.
  const isAllowed = (name: string) =>
    allowed.includes(name) || (allowed.includes('*') && name !== 'authorization');
  const missing = sent.filter((name) => !isAllowed(name));
  await each(
    async () => {
      if (reply.status < 200 || reply.status > 299)
        throw new Wrong(`a preflight is answered with ${reply.status} rather than 200 or 204`);
    },
    async () => {
      if (said('origin') !== origin && said('origin') !== '*')
        throw new Wrong(`the origin ${origin} is not allowed`);
    },
    async () => {
      if (
        ![...methods, ...alwaysAllowed.map((each) => each.toLowerCase())].some(
          (each) => each === '*' || each === method.toLowerCase(),
        )
      )
        throw new Wrong(`the method ${method} is not allowed`);
    },
    async () => {
      if (missing.length > 0)
        throw new Wrong(`not allowed: ${missing.map((each) => `"${each}"`).join(', ')}`);
    },
  );
}
