import { type Call, calls } from '../../contract/calls';
import type { BodyInputOf, EndpointName, Endpoints, ParamsOf, ReplyOf } from '../../contract/endpoints';
import type { ErrorCode } from '../../contract/enums';
import { headers as headerNames } from '../../contract/headers';
import type { ListQuery } from '../../contract/list-query';
import type { ErrorItem } from '../../contract/wire';
import { readErrors, unreachable } from './error-items';
import { clearToken } from './session';
import { readToken } from './token';

/** A call that failed: the HTTP status (0 when no answer came) and at least one readable error. */
export class ApiError extends Error {
  readonly status: number;
  readonly errors: ErrorItem[];
  /** Seconds after which asking again may help, when the host says so. */
  readonly retryAfter: number | undefined;

  constructor(status: number, errors: ErrorItem[], retryAfter?: number) {
    super(errors.map((item) => item.message).join('; '));
    this.name = 'ApiError';
    this.status = status;
    this.errors = errors;
    this.retryAfter = retryAfter;
  }

  /** Whether one of the errors has this code. */
  has(code: ErrorCode): boolean {
    return this.errors.some((item) => item.code === code);
  }
}

export interface CallOptions<N extends EndpointName> {
  params?: ParamsOf<Endpoints[N]>;
  body?: BodyInputOf<Endpoints[N]>;
  /** Page, order and filter of a list. */
  query?: ListQuery;
  /** Set on money writes: the server answers a repeated key from memory. */
  idempotencyKey?: string;
  /** The version the caller has seen; the server refuses with 412 if it has moved on. */
  ifMatch?: number;
  /** Why an administrator does this; kept in the audit log. */
  reason?: string;
  signal?: AbortSignal;
}

export interface ListReply<N extends EndpointName> {
  data: ReplyOf<Endpoints[N]>;
  /** The size of the whole list, when the host pages; a host without paging answers all of it. */
  total?: number;
  /** The list was not counted to its end: there are at least `total`. */
  atLeast?: true;
}

let onUnauthorized: () => void = () => {};

/** Registers what happens after a 401 has ended the session; the app sends the person to the sign-in page. */
export function setUnauthorizedHandler(handler: () => void): void {
  onUnauthorized = handler;
}

function addressOf(endpoint: Call, params: Readonly<Record<string, string>>, query?: ListQuery): string {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`${endpoint.path} needs ${name}`);
    return encodeURIComponent(value);
  });
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) if (value !== undefined) search.set(name, value);
  const base = import.meta.env.VITE_API_URL ?? '';
  return `${base.replace(/\/$/, '')}${path}${search.size > 0 ? `?${search}` : ''}`;
}

function headersOf<N extends EndpointName>(options: CallOptions<N>, token: string | null): Headers {
  // An upload is its own body, and says itself what it is.
  const type = options.body instanceof Blob ? options.body.type : 'application/json';
  const headers = new Headers({ 'content-type': type, accept: 'application/json' });
  if (token) headers.set('authorization', `Bearer ${token}`);
  if (options.idempotencyKey) headers.set(headerNames.idempotencyKey, options.idempotencyKey);
  if (options.ifMatch !== undefined) headers.set(headerNames.ifMatch, `"${options.ifMatch}"`);
  if (options.reason) headers.set(headerNames.reason, encodeURIComponent(options.reason));
  return headers;
}

async function readBody(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch {
    return null;
  }
}

/** A host that is told "application/json" refuses an empty body, so a write without content sends {}. */
function bodyOf<N extends EndpointName>({ body }: CallOptions<N>): string | Blob {
  return body instanceof Blob ? body : JSON.stringify(body ?? {});
}

/** The seconds of `Retry-After`, which says them or a moment. */
export function retryAfterOf(headers: Headers): number | undefined {
  const text = headers.get(headerNames.retryAfter) ?? '';
  const seconds = /^\d{1,6}$/.test(text) ? Number(text) : Math.ceil((Date.parse(text) - Date.now()) / 1000);
  return seconds > 0 ? seconds : undefined;
}

async function send<N extends EndpointName>(name: N, options: CallOptions<N>) {
  const endpoint: Call = calls[name];
  const token = readToken();
  const address = addressOf(endpoint, options.params ?? {}, options.query);
  let response: Response;
  try {
    response = await fetch(address, {
      method: endpoint.method,
      headers: headersOf(options, token),
      ...(endpoint.method === 'GET' ? {} : { body: bodyOf(options) }),
      // A sign-out must reach the server even when the page is left right after it.
      keepalive: name === 'logout',
      signal: options.signal ?? null,
    });
  } catch (error) {
    if (options.signal?.aborted) throw error;
    throw new ApiError(0, [unreachable]);
  }
  const body = await readBody(response);
  if (response.ok) return { response, body };
  const errors: ErrorItem[] = readErrors(body, response.status);
  // A late answer to a call of an earlier session must not end the present one. A failed sign-in is not a
  // session that ended.
  if (response.status === 401 && token && name !== 'login' && readToken() === token) {
    clearToken('refused');
    onUnauthorized();
  }
  throw new ApiError(response.status, errors, retryAfterOf(response.headers));
}

function dataOf<N extends EndpointName>(body: unknown, status: number): ReplyOf<Endpoints[N]> {
  if (typeof body !== 'object' || body === null || !('data' in body)) {
    throw new ApiError(status, readErrors(null, status));
  }
  // Hosts that honour only the specification answer fewer fields than the contract names, so the reply is
  // not refused for a missing one.
  return body.data as ReplyOf<Endpoints[N]>;
}

/**
 * Calls an endpoint of the contract and gives what its answer holds in `data`. Sends the bearer token when one
 * is stored. Throws ApiError for a refusal or a host that cannot be reached; an aborted call throws its reason.
 */
export async function call<N extends EndpointName>(
  name: N,
  options: CallOptions<N> = {},
): Promise<ReplyOf<Endpoints[N]>> {
  const { response, body } = await send(name, options);
  return dataOf<N>(body, response.status);
}

/** The size of the whole list from `Content-Range` ("items 0-19/240"), and whether it may be longer. */
export function totalOf(headers: Headers): { total?: number; atLeast?: true } {
  const total = /\/(\d+)$/.exec(headers.get(headerNames.contentRange) ?? '')?.[1];
  if (total === undefined) return {};
  const atLeast = headers.get(headerNames.totalRelation) === 'gte';
  return { total: Number(total), ...(atLeast && { atLeast }) };
}

/** As `call`, with the size of the whole list when the host sends it. */
export async function callList<N extends EndpointName>(
  name: N,
  options: CallOptions<N> = {},
): Promise<ListReply<N>> {
  const { response, body } = await send(name, options);
  return { data: dataOf<N>(body, response.status), ...totalOf(response.headers) };
}
