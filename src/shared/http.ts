import type { ActRequest } from '../../contract/acts';
import { headers as headerNames } from '../../contract/headers';
import { isInBackground } from './activity';
import { ApiError, answered, ForAnother } from './api-error';
import { readErrors, unreachable } from './error-items';
import { noteHostTime } from './host-clock';
import { currentOwner, isOthers } from './personal-storage';
import { clearToken, lastSessionEnd } from './session';
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
  /** What a passkey has signed for this very request. */
  actProof?: string | undefined;
  /** The answer is a file: `data` is a Blob. */
  file?: boolean;
  /** It is of a sign-in: a 401 says that this failed, not that the present session has ended. */
  signsIn?: boolean;
  /** Of another session than the stored one. */
  token?: string | undefined;
  /** Whoever is not signed in may make it: without a token, a 401 says nothing of a session. */
  open?: boolean;
}

export interface HttpAnswer {
  status: number;
  headers: Headers;
  /** What the answer holds in `data`; undefined in one that has none. */
  data: unknown;
}

/** How a person has answered the question for a second factor (docs/rules.md, "Step-up"). */
export type StepUpAnswer =
  | { kind: 'left' }
  /** By a code: it counts for some minutes, whatever is sent. */
  | { kind: 'shown' }
  /** By a passkey, which has signed this request alone. */
  | { kind: 'signed'; proofId: string }
  /** It could not be asked: the request would be refused. */
  | { kind: 'refused'; error: ApiError };

type AskForFactor = (act: ActRequest | undefined, signal?: AbortSignal) => Promise<StepUpAnswer>;

let onUnauthorized: () => void = () => {};
let onFactorMissing: () => void = () => {};
let askForFactor: AskForFactor = async () => ({ kind: 'left' });
/** How often a code has been shown once more. */
let stepUps = 0;

/** Registers what happens after a 401 has ended the session; the app sends the person to the sign-in page. */
export function setUnauthorizedHandler(handler: () => void): void {
  onUnauthorized = handler;
}

/** Registers what happens when the person must set up a second factor first; the app leads to where that is done. */
export function setFactorMissingHandler(handler: () => void): void {
  onFactorMissing = handler;
}

/**
 * Registers who asks the person to show a second factor once more, for a request that is to be sent again; `signal` ends the
 * question.
 */
export function setStepUpHandler(handler: AskForFactor): void {
  askForFactor = handler;
}

function headersOf(request: HttpRequest, token: string | null): Headers {
  const headers = new Headers(request.headers);
  // An upload is its own body, and says itself what it is.
  if (request.body instanceof Blob) headers.set('content-type', request.body.type);
  else if (request.body === null && request.method !== 'GET') headers.delete('content-type');
  else headers.set('content-type', 'application/json');
  headers.set('accept', request.file ? '*/*' : 'application/json');
  if (token) headers.set('authorization', `Bearer ${token}`);
  if (request.idempotencyKey) headers.set(headerNames.idempotencyKey, request.idempotencyKey);
  if (request.ifMatch !== undefined) headers.set(headerNames.ifMatch, `"${request.ifMatch}"`);
  if (request.method === 'GET' && isInBackground()) headers.set(headerNames.background, 'true');
  if (request.actProof) headers.set(headerNames.actProof, request.actProof);
  if (request.reason) headers.set(headerNames.reason, encodeURIComponent(request.reason));
  return headers;
}

/** A request as the server is told of it before it is sent; none for an upload, which no passkey signs. */
function actOf(path: string, { method, body = '{}', ifMatch, reason }: HttpRequest): ActRequest | undefined {
  if (body instanceof Blob) return undefined;
  return {
    method: method as ActRequest['method'],
    path,
    ...(method !== 'GET' && body !== null && { body: JSON.parse(body) }),
    ...(ifMatch !== undefined && { ifMatch }),
    ...(reason && { reason }),
  };
}

/** Throws when the connection breaks off; what came whole and is no JSON is nothing. */
async function readBody(response: Response, file: boolean | undefined): Promise<unknown> {
  if (file && response.ok) return { data: await response.blob() };
  try {
    return await response.json();
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
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
 * aborted request throws its reason. A 401 ends the session. One that needs a second factor waits until the person has
 * shown it, and is sent again as it was; should they not, the refusal is thrown. {@link ForAnother} is thrown in place of all of this
 * once somebody else has signed in, but for what anybody may ask: that is of no session.
 */
export async function sendRequest(path: string, request: HttpRequest): Promise<HttpAnswer> {
  const owner = request.open || request.token !== undefined ? undefined : currentOwner();
  const isForAnother = () => owner !== undefined && isOthers(owner);
  const answer = await sendWithFactor(path, request).catch((error: unknown) => {
    throw isForAnother() ? new ForAnother(error) : error;
  });
  if (isForAnother()) throw new ForAnother();
  return answer;
}

async function sendWithFactor(path: string, request: HttpRequest): Promise<HttpAnswer> {
  const token = readToken();
  const before = stepUps;
  try {
    return await sendOnce(path, request);
  } catch (error) {
    if (!(error instanceof ApiError) || !error.has('step_up_required')) throw error;
    request.signal?.throwIfAborted();
    // A code was shown while this request was on its way.
    const answer: StepUpAnswer =
      stepUps === before ? await askForFactor(actOf(path, request), request.signal) : { kind: 'shown' };
    request.signal?.throwIfAborted();
    if (answer.kind === 'refused') throw answer.error;
    // What one person wanted is never sent for another who has signed in meanwhile.
    if (answer.kind === 'left' || readToken() !== token) throw error;
    if (answer.kind === 'signed') return sendOnce(path, { ...request, actProof: answer.proofId });
    stepUps += 1;
    return sendOnce(path, request);
  }
}

/** The base calls, by method and path: those that every host has (docs/rules.md, "Other hosts"). */
const baseCalls =
  /^(GET|PUT) \/api\/user$|^GET \/api\/(account(\/all)?|wallets|user\/users|transaction\/(all|transactions))$|^PUT \/api\/(account|transaction)\/[^/]+$|^POST \/api\/(transaction|user)\/create$|^PUT \/api\/(user|auth)\/password$|^POST \/api\/(user\/login|auth\/(verify-email|resendOTP|password\/verify))$/;

const addressOf = (path: string) => `${(import.meta.env.VITE_API_URL ?? '').replace(/\/$/, '')}${path}`;

/** The question that runs whether the session of a token goes on. */
let asked: { token: string; status: Promise<number> } | undefined;

/** What a token answers to a base call; 0 where no answer came. Several that want to know ask once. */
async function statusOfSession(token: string): Promise<number> {
  if (asked?.token !== token) {
    const headers = headersOf({ method: 'GET' }, token);
    const answer = fetch(addressOf('/api/user'), { headers });
    asked = {
      token,
      status: answer.then(
        ({ status }) => status,
        () => 0,
      ),
    };
  }
  const question = asked;
  const status = await question.status;
  if (asked === question) asked = undefined;
  return status;
}

async function sendOnce(path: string, request: HttpRequest): Promise<HttpAnswer> {
  const { method, body = '{}', signal, keepalive = false, signsIn = false, open = false } = request;
  const token = request.token ?? readToken();
  let response: Response;
  let content: unknown;
  try {
    response = await fetch(addressOf(path), {
      method,
      headers: headersOf(request, token),
      // A host that is told "application/json" refuses an empty body, so a write without content sends {}.
      ...(method === 'GET' ? {} : { body }),
      keepalive,
      signal: signal ?? null,
    });
    noteHostTime(response.headers);
    content = await readBody(response, request.file);
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ApiError(0, [unreachable]);
  }
  const { status, headers } = response;
  const isBase = baseCalls.test(`${method} ${path.split('?')[0]}`);
  if (response.ok) {
    const data: unknown =
      typeof content === 'object' && content !== null ? Reflect.get(content, 'data') : undefined;
    if (isBase) answered.base = true;
    else if (data !== undefined && data !== null) answered.others = true;
    return { status, headers, data };
  }
  const refusal = new ApiError(status, readErrors(content, status, signsIn), retryAfterOf(headers));
  // Without a token there was a session all the same, when it is gone and this tab knows of no end: its storage was cleared.
  const isOfSession = !signsIn && (token !== null || (!open && !lastSessionEnd()));
  // A late answer to a call of an earlier session must not end the present one.
  if (status === 401 && isOfSession && readToken() === token) {
    // Some hosts answer 401 to whatever they do not know.
    const now = isBase || token === null ? status : await statusOfSession(token);
    if (now >= 200 && now < 300 && refusal.has('unauthorized'))
      throw new ApiError(405, readErrors(null, 405));
    if (now === 401 && readToken() === token) {
      clearToken('refused');
      onUnauthorized();
    }
  }
  if (refusal.has('factor_setup_required') && readToken() === token) onFactorMissing();
  throw refusal;
}

/** The size of the whole list from `Content-Range` ("items 0-19/240"), and whether it may be longer. */
export function totalOf(headers: Headers): { total?: number; atLeast?: true } {
  const total = /\/(\d+)$/.exec(headers.get(headerNames.contentRange) ?? '')?.[1];
  if (total === undefined) return {};
  const atLeast = headers.get(headerNames.totalRelation) === 'gte';
  return { total: Number(total), ...(atLeast && { atLeast }) };
}
