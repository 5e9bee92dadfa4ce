import { headers as headerNames } from '../../contract/headers';
import { ApiError } from './api-error';
import { readErrors, unreachable } from './error-items';
import { clearToken } from './session';
import { readToken } from './token';

/** What a write may carry besides its body. */
export interface WriteMarks {
  /** Set on money writes: the server answers a repeated key from memory. */
  idempotencyKey?: string | undefined;
  /** The version the caller has seen; the server refuses with 412 if it has moved on. */
  ifMatch?: number | undefined;
  /** Why an administrator does this; kept in the audit log. */
  reason?: string | undefined;
}

export interface HttpRequest extends WriteMarks {
  method: string;
  /** JSON as text, or an upload; null sends none. Left out, a write sends an empty object. */
  body?: string | Blob | null | undefined;
  /** Headers besides those that every request has. */
  headers?: Headers;
  signal?: AbortSignal | undefined;
  /** The request must reach the server even when the page is left right after it. */
  keepalive?: boolean;
  /** It begins a session: a 401 says that it failed, not that the present one has ended. */
  signsIn?: boolean;
}

export interface HttpAnswer {
  status: number;
  headers: Headers;
  /** What the answer holds in `data`; undefined in one that has none. */
  data: unknown;
}

let onUnauthorized: () => void = () => {};

/** Registers what happens after a 401 has ended the session; the app sends the person to the sign-in page. */
export function setUnauthorizedHandler(handler: () => void): void {
  onUnauthorized = handler;
}

function headersOf(request: HttpRequest, token: string | null): Headers {
  const headers = new Headers(request.headers);
  // An upload is its own body, and says itself what it is.
  if (request.body instanceof Blob) headers.set('content-type', request.body.type);
  else if (request.body === null) headers.delete('content-type');
  else headers.set('content-type', 'application/json');
  headers.set('accept', 'application/json');
  if (token) headers.set('authorization', `Bearer ${token}`);
  if (request.idempotencyKey) headers.set(headerNames.idempotencyKey, request.idempotencyKey);
  if (request.ifMatch !== undefined) headers.set(headerNames.ifMatch, `"${request.ifMatch}"`);
  if (request.reason) headers.set(headerNames.reason, encodeURIComponent(request.reason));
  return headers;
}

async function readBody(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch {
    return null;
  }
}

/** The seconds of `Retry-After`, which says them or a moment. */
function retryAfterOf(headers: Headers): number | undefined {
  const text = headers.get(headerNames.retryAfter) ?? '';
  const seconds = /^\d{1,6}$/.test(text) ? Number(text) : Math.ceil((Date.parse(text) - Date.now()) / 1000);
  return seconds > 0 ? seconds : undefined;
}

/**
 * Sends a request to the host, as every part of the client does: with the bearer token when one is stored, and what the
 * answer holds in `data`. `path` may have a query. Throws ApiError for a refusal or a host that cannot be reached; an
 * aborted request throws its reason. A 401 ends the session.
 */
export async function sendRequest(path: string, request: HttpRequest): Promise<HttpAnswer> {
  const { method, body = '{}', signal, keepalive = false, signsIn = false } = request;
  const token = readToken();
  const base = import.meta.env.VITE_API_URL ?? '';
  let response: Response;
  try {
    response = await fetch(`${base.replace(/\/$/, '')}${path}`, {
      method,
      headers: headersOf(request, token),
      // A host that is told "application/json" refuses an empty body, so a write without content sends {}.
      ...(method === 'GET' ? {} : { body }),
      keepalive,
      signal: signal ?? null,
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ApiError(0, [unreachable]);
  }
  const { status, headers } = response;
  const content = await readBody(response);
  if (response.ok) {
    const data: unknown =
      typeof content === 'object' && content !== null ? Reflect.get(content, 'data') : undefined;
    return { status, headers, data };
  }
  // A late answer to a call of an earlier session must not end the present one.
  if (status === 401 && token && !signsIn && readToken() === token) {
    clearToken('refused');
    onUnauthorized();
  }
  throw new ApiError(status, readErrors(content, status), retryAfterOf(headers));
}

/** The size of the whole list from `Content-Range` ("items 0-19/240"), and whether it may be longer. */
export function totalOf(headers: Headers): { total?: number; atLeast?: true } {
  const total = /\/(\d+)$/.exec(headers.get(headerNames.contentRange) ?? '')?.[1];
  if (total === undefined) return {};
  const atLeast = headers.get(headerNames.totalRelation) === 'gte';
  return { total: Number(total), ...(atLeast && { atLeast }) };
}
