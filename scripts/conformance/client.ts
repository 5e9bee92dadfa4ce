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
  /** Undefined when it is no JSON. */
  body: unknown;
}

/** Something that is not as the contract has it, in words. */
export class Wrong extends Error {}
/** No answer came: nothing more can be asked. */
export class Unreachable extends Wrong {}
/** The host does not let in whoever was to ask: it may be right, and the credentials wrong. */
export class Refused extends Error {}
/** A check that cannot be made, and why. */
export class NotTried extends Error {}

interface Sent {
  token?: string | undefined;
  body?: unknown;
  /** Headers besides those that every call has. */
  headers?: Readonly<Record<string, string>>;
  /** Milliseconds. */
  patience?: number;
}

/** Milliseconds until an answer is no longer waited for: of what the pages cannot do without, and of the rest. */
const patience = 20_000;
export const furtherPatience = 5_000;

/** Node says why a request failed in the cause of its error. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error ? cause.message || cause.name : String(cause);
}

/** As JSON; undefined for anything else. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Sends a call as the pages do. Throws Unreachable when no answer comes. */
export async function send(host: string, call: string, sent: Sent = {}): Promise<Reply> {
  const [method = 'GET', path = '/'] = call.split(' ');
  const wait = sent.patience ?? patience;
  try {
    const response = await fetch(`${host}${path}`, {
      method,
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
        ...(sent.token && { authorization: `Bearer ${sent.token}` }),
        ...sent.headers,
      },
      ...(!['GET', 'OPTIONS'].includes(method) && { body: JSON.stringify(sent.body ?? {}) }),
      signal: AbortSignal.timeout(wait),
      redirect: 'manual',
    });
    return { status: response.status, headers: response.headers, body: parsed(await response.text()) };
  } catch (error) {
    if (error instanceof Error && error.name === 'TimeoutError')
      throw new Unreachable(`no answer within ${wait / 1_000} s`);
    throw new Unreachable(`the host cannot be asked: ${reasonOf(error)}`);
  }
}

/** How hosts answer what they do not have. */
const isAbsent = (status: number) => [404, 405, 501].includes(status);
const isSuccess = (status: number) => status >= 200 && status < 300;

/** Whether the pages take this for a call that the host lacks: a success without `data` is a page for any address. */
export function saysNoCall({ status, body }: Reply): boolean {
  return isAbsent(status) || (isSuccess(status) && dataIn(body) === undefined);
}

const failure = z.object({
  errors: z
    .array(z.union([z.object({ message: z.string().min(1) }), z.object({ error: z.string().min(1) })]))
    .min(1),
});

/** What a refusal says. Throws Wrong when the pages could not show it. */
export function refusalOf({ status, body }: Reply): string {
  if (body === undefined) throw new Wrong(`status ${status}, and the body is no JSON`);
  const read = failure.safeParse(body);
  if (!read.success)
    throw new Wrong(`status ${status} without a list "errors" whose entries say "message" or "error"`);
  const [first] = read.data.errors;
  return first && 'message' in first ? first.message : (first?.error ?? '');
}

const success = z.object({ data: z.unknown() });
const dataIn = (body: unknown) => success.safeParse(body).data?.data;

/** Throws Wrong unless the call succeeded, for one whose answer the pages do not read. */
export function mustSucceed(reply: Reply): void {
  const { status } = reply;
  if (status === 429) throw new NotTried('the host says that it was asked too often');
  if (isAbsent(status)) throw new Wrong(`status ${status}: the host has no such call`);
  if (!isSuccess(status)) throw new Wrong(`status ${status}: ${refusalOf(reply)}`);
}

/** What an answer holds in `data`, as the schema has it. Throws Wrong, with the place, when it is not there. */
export function dataOf<S extends z.ZodType>(reply: Reply, schema: S): z.output<S> {
  mustSucceed(reply);
  const { status, body } = reply;
  if (body === undefined) throw new Wrong(`status ${status}, and the body is no JSON`);
  const answered = dataIn(body);
  if (answered === undefined) throw new Wrong(`status ${status} without "data"`);
  const data = schema.safeParse(answered);
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
