import { mayCall } from '../../contract/access';
import { type Call, calls, offeredAs } from '../../contract/calls';
import { type Endpoint, type EndpointName, endpoints } from '../../contract/endpoints';
import {
  dataOf,
  type Finding,
  furtherPatience,
  type Reply,
  refusalOf,
  saysNoCall,
  send,
  Wrong,
} from './client';
import { sampleQuery } from './sample-query';
import type { Tokens } from './visit';

interface Known {
  /** By the names of parameters: ids that the lists have shown. */
  ids: Readonly<Record<string, string>>;
  /** What the host says itself, where it does. */
  offered: ReadonlySet<string> | undefined;
}

/** Reads that make mails or entries in a log. */
const notRead: ReadonlySet<EndpointName> = new Set(['readOwnData']);

/** What the host has besides the base calls: reads are tried, of the others it is told what the host says. */
export async function checkFurther(
  host: string,
  names: readonly EndpointName[],
  tokens: Tokens,
  { ids, offered }: Known,
  told: (finding: Finding) => void = () => {},
): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const name of names) {
    const endpoint: Endpoint = endpoints[name];
    const call = offeredAs(endpoint);
    const said =
      offered && (offered.has(call) ? 'the host says that it has it' : 'the host says that it has none');
    const add = (state: Finding['state'], note: string) => {
      const finding: Finding = { call, base: false, state, note };
      findings.push(finding);
      told(finding);
    };
    const path = filled(endpoint, ids);
    const token = tokenFor(endpoint, tokens);
    const reason = reasonAgainst(name, path, token);
    if (reason !== undefined || !path || token === null) {
      if (offered && !offered.has(call)) add('absent', said ?? '');
      else add('not tried', [said, reason].filter(Boolean).join('; '));
      continue;
    }
    try {
      const reply = await send(host, `GET ${path}`, { token, patience: furtherPatience });
      await mustNotSignOut(host, reply, token);
      if (saysNoCall(reply)) add('absent', offered?.has(call) ? `status ${reply.status}` : '');
      else if (reply.status >= 400) add('refused', `status ${reply.status}: ${refusalOf(reply)}`);
      else {
        dataOf(reply, endpoint.reply);
        add('ok', '');
      }
    } catch (error) {
      if (!(error instanceof Wrong)) throw error;
      add('wrong', error.message);
    }
  }
  return findings;
}

/** A 401 says that the session has ended; the pages then ask who is signed in, and believe that. */
async function mustNotSignOut(host: string, { status }: Reply, token: string | undefined): Promise<void> {
  if (status !== 401 || !token) return;
  const confirmed = await send(host, offeredAs(calls.readUser), { token });
  if (confirmed.status >= 400) return;
  throw new Wrong(
    'status 401 to somebody who is signed in, which signs people out; the contract does not allow it, and the pages bear it',
  );
}

/** What the host answers to a call that none has, when that signs people out. */
export async function checkUnknown(host: string, { admin, investor }: Tokens): Promise<Finding[]> {
  const token = investor ?? admin;
  const call = 'GET /api/no-such-call';
  const finding = { call, base: false, state: 'wrong' } as const;
  if (!token) return [];
  try {
    await mustNotSignOut(host, await send(host, call, { token, patience: furtherPatience }), token);
    return [];
  } catch (error) {
    if (!(error instanceof Wrong)) throw error;
    return [{ ...finding, note: error.message }];
  }
}

/** The address with ids that there are; undefined where one is missing. Long lists are read by their beginning. */
function filled({ path, list, query }: Endpoint, ids: Known['ids']): string | undefined {
  const missing = [...path.matchAll(/:(\w+)/g)].some(([, name = '']) => !ids[name]);
  if (missing) return undefined;
  const whole = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(ids[name] ?? ''));
  const asked = list ? `range=${encodeURIComponent('[0,4]')}` : sampleQuery(query).query;
  return asked ? `${whole}?${asked}` : whole;
}

/** Whose token goes with a call; undefined for everybody's, null when nobody who may is signed in. */
function tokenFor({ access }: Call, { admin, investor }: Tokens): string | undefined | null {
  if (access === 'public') return undefined;
  if (admin && mayCall(access, 'admin')) return admin;
  return (mayCall(access, 'investor') && investor) || null;
}

/** Why a call cannot be tried; undefined when it can. */
function reasonAgainst(
  name: EndpointName,
  path: string | undefined,
  token: string | undefined | null,
): string | undefined {
  const { method, query }: Endpoint = endpoints[name];
  if (method !== 'GET') return 'it changes something';
  if (token === null) return 'nobody who may is signed in';
  if (notRead.has(name)) return 'reading it is told to somebody';
  if (!path) return 'no record to try it on is known';
  const { unknown } = sampleQuery(query);
  if (unknown.length === 0) return undefined;
  const named = unknown.map((each) => `"${each}"`).join(' and ');
  return `its query must name ${named}, and no sample of that is known`;
}

/** The names of the calls besides these. */
export function namesBesides(base: ReadonlySet<string>): EndpointName[] {
  return (Object.keys(calls) as EndpointName[]).filter((name) => !base.has(name));
}
