import { z } from '../../contract/zod';

/** What is said of a call. */
export type State =
  /** As the contract has it. */
  | 'ok'
  /** Not as the contract has it. */
  | 'wrong'
  /** There, and not for whoever asked. */
  | 'refused'
  /** The host has no such call. */
  | 'absent'
  | 'not tried';

export interface Finding {
  /** 'GET /api/user'. */
  call: string;
  /** The base calls must be right; what is further may be absent. */
  base: boolean;
  state: State;
  note: string;
}

export interface Reply {
  status: number;
  headers: Headers;
  body: unknown;
}

/** Something that is not as the contract has it, in words. */
export class Wrong extends Error {}
/** A check that cannot be made, and why. */
export class NotTried extends Error {}

interface Sent {
  token?: string | undefined;
  body?: unknown;
}

/** Milliseconds. */
const patience = 20_000;

/** Sends a call as the pages do. Throws when the host cannot be reached, or answers no JSON. */
export async function send(host: string, call: string, { token, body }: Sent = {}): Promise<Reply> {
  const [method = 'GET', path = '/'] = call.split(' ');
  const response = await fetch(`${host}${path}`, {
    method,
    headers: {
      'content-type': 'application/json',
      accept: 'application/json',
      ...(token && { authorization: `Bearer ${token}` }),
    },
    ...(method !== 'GET' && { body: JSON.stringify(body ?? {}) }),
    signal: AbortSignal.timeout(patience),
    redirect: 'manual',
  });
  const text = await response.text();
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    if (isAbsent(response.status)) parsed = undefined;
    else throw new Wrong(`status ${response.status}, and the body is no JSON`);
  }
  return { status: response.status, headers: response.headers, body: parsed };
}

/** How hosts answer what they do not have. */
export const isAbsent = (status: number) => [404, 405, 501].includes(status);

const failure = z.object({
  errors: z
    .array(z.union([z.object({ message: z.string().min(1) }), z.object({ error: z.string().min(1) })]))
    .min(1),
});

/** What a refusal says. Throws Wrong when the pages could not show it. */
export function refusalOf({ status, body }: Reply): string {
  const read = failure.safeParse(body);
  if (!read.success)
    throw new Wrong(`status ${status} without a list "errors" whose entries say "message" or "error"`);
  const [first] = read.data.errors;
  return first && 'message' in first ? first.message : (first?.error ?? '');
}

const success = z.object({ data: z.unknown() });

/** What an answer holds in `data`, as the schema has it. Throws Wrong, with the place, when it is not there. */
export function dataOf<S extends z.ZodType>(reply: Reply, schema: S): z.output<S> {
  const { status, body } = reply;
  if (status === 429) throw new NotTried('the host says that it was asked too often');
  if (isAbsent(status)) throw new Wrong(`status ${status}: the host has no such call`);
  if (status < 200 || status > 299) throw new Wrong(`status ${status}: ${refusalOf(reply)}`);
  const read = success.safeParse(body);
  if (!read.success || read.data.data === undefined) throw new Wrong(`status ${status} without "data"`);
  const data = schema.safeParse(read.data.data);
  if (data.success) return data.data;
  const [issue] = data.error.issues;
  const place = issue?.path.length ? `data.${issue.path.join('.')}` : 'data';
  throw new Wrong(`${place}: ${issue?.message ?? 'not as the contract has it'}`);
}

/** Throws Wrong unless the call was refused with one of these statuses, in words. */
export function mustRefuse(reply: Reply, statuses: readonly number[], what: string): void {
  if (reply.status === 429) throw new NotTried('the host says that it was asked too often');
  if (!statuses.includes(reply.status)) {
    throw new Wrong(`${what} is answered with ${reply.status} rather than ${statuses.join(' or ')}`);
  }
  refusalOf(reply);
}
