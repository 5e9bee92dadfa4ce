import { type Call, calls } from '../../contract/calls';
import type {
  BodyInputOf,
  EndpointName,
  Endpoints,
  ParamsOf,
  QueryOf,
  ReplyOf,
} from '../../contract/endpoints';
import type { ListQuery } from '../../contract/list-query';
import { ApiError } from './api-error';
import { readErrors } from './error-items';
import { type HttpAnswer, sendRequest, totalOf, type WriteMarks } from './http';

export interface CallOptions<N extends EndpointName> extends WriteMarks {
  params?: ParamsOf<Endpoints[N]>;
  body?: BodyInputOf<Endpoints[N]>;
  /** Page, order and filter of a list, or what else the call asks for in its address. */
  query?: Endpoints[N] extends { query: unknown } ? QueryOf<Endpoints[N]> : ListQuery;
  signal?: AbortSignal | undefined;
  /** Of another session than the stored one. */
  token?: string;
}

export interface ListReply<N extends EndpointName> {
  data: ReplyOf<Endpoints[N]>;
  /** The size of the whole list, when the host pages; a host without paging answers all of it. */
  total?: number;
  /** The list was not counted to its end: there are at least `total`. */
  atLeast?: true;
}

function pathOf(endpoint: Call, params: Readonly<Record<string, string>>, query: object = {}): string {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`${endpoint.path} needs ${name}`);
    return encodeURIComponent(value);
  });
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value));
  return `${path}${search.size > 0 ? `?${search}` : ''}`;
}

/** Calls of a sign-in. */
const signIns: ReadonlySet<EndpointName> = new Set(['login', 'finishSignIn', 'startPasskeySignIn']);

async function send<N extends EndpointName>(name: N, options: CallOptions<N>): Promise<HttpAnswer> {
  const endpoint: Call = calls[name];
  const { params, query, body, ...rest } = options;
  return sendRequest(pathOf(endpoint, params ?? {}, query), {
    ...rest,
    method: endpoint.method,
    body: body instanceof Blob || body === undefined ? body : JSON.stringify(body),
    keepalive: name === 'logout',
    signsIn: signIns.has(name),
    open: endpoint.access === 'public',
  });
}

/** Calls that are asked for their success alone: other hosts answer whatever they like. */
const unread: ReadonlySet<EndpointName> = new Set(['changePassword', 'resendOtp', 'resetPassword']);

function dataOf<N extends EndpointName>(name: N, { data, status }: HttpAnswer): ReplyOf<Endpoints[N]> {
  if (data === undefined && !unread.has(name)) throw new ApiError(status, readErrors(null, status));
  // Other hosts (docs/rules.md, "Other hosts") answer fewer fields than the contract names, so the reply is
  // not refused for a missing one.
  return data as ReplyOf<Endpoints[N]>;
}

/**
 * Calls an endpoint of the contract and gives what its answer holds in `data`. Sends the bearer token when one
 * is stored. Throws ApiError for a refusal or a host that cannot be reached; an aborted call throws its reason.
 */
export async function call<N extends EndpointName>(
  name: N,
  options: CallOptions<N> = {},
): Promise<ReplyOf<Endpoints[N]>> {
  return dataOf(name, await send(name, options));
}

/** As `call`, for what answers a file. */
export async function callFile<N extends EndpointName>(name: N, options: CallOptions<N>): Promise<Blob> {
  const { params, signal } = options;
  const { data } = await sendRequest(pathOf(calls[name], params ?? {}), {
    method: 'GET',
    file: true,
    signal,
  });
  if (!(data instanceof Blob)) throw new Error('No file was answered');
  return data;
}

/** As `call`, with the size of the whole list when the host sends it. */
export async function callList<N extends EndpointName>(
  name: N,
  options: CallOptions<N> = {},
): Promise<ListReply<N>> {
  const answer = await send(name, options);
  return { data: dataOf(name, answer), ...totalOf(answer.headers) };
}
