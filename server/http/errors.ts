import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import type { ErrorCode } from '../../contract/enums';
import { refusals } from '../../contract/messages';
import type { ErrorItem } from '../../contract/wire';
import { sqlState } from '../db/client';
import { pathOf } from './address';
import type { WriteHeaders } from './headers';
import { Refusal, refuse } from './refusal';

/** Fastify's own refusals, in the words of the contract. */
const fastifyRefusals: Record<string, [status: number, code: ErrorCode, message: string]> = {
  FST_ERR_CTP_BODY_TOO_LARGE: [413, 'payload_too_large', refusals.payloadTooLarge],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [415, 'unsupported_media_type', refusals.unsupportedMediaType],
  FST_ERR_CTP_INVALID_JSON_BODY: [400, 'malformed_json', refusals.malformedJson],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [400, 'bad_request', 'The body does not have the announced length'],
  FST_ERR_BAD_URL: [400, 'bad_request', 'The address of the request is malformed'],
  FST_ERR_MAX_PARAM_LENGTH: [404, 'not_found', refusals.notFound],
};

/** Codes of Node for a database that cannot be reached: not there, cut off, or its name not found at the moment. */
const unreachable = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
]);

/**
 * States of PostgreSQL that pass by themselves: broken or refused connections (08, 57P), too many of them (53),
 * a statement or lock that took too long (57014, 55P03), and conflicts left after all retries (40).
 */
function passesByItself(error: unknown): boolean {
  const state = sqlState(error) ?? '';
  if (/^(08|53|57P|40)/.test(state) || state === '57014' || state === '55P03' || state === '25P03')
    return true;
  if (unreachable.has(state)) return true;
  return (
    error instanceof Error &&
    /Connection terminated|timeout exceeded when trying to connect|not queryable/.test(
      `${error.message} ${error.cause instanceof Error ? error.cause.message : ''}`,
    )
  );
}

/** Turns whatever was thrown into refusals of the wire's shape; `undefined` means an error of our own. */
function asItems(error: Partial<FastifyError> & Error): {
  status: number;
  items: ErrorItem[];
  retryAfter?: number;
} {
  if (hasZodFastifySchemaValidationErrors(error)) {
    // An id that is none names nothing; a query that is none is malformed; a body is well-formed but wrong.
    if (error.validationContext === 'params') return asItems(refuse.notFound());
    const status = error.validationContext === 'querystring' ? 400 : 422;
    const items = error.validation.map(({ instancePath, message }) => {
      const field = instancePath.slice(1).replaceAll('/', '.');
      return item(status === 400 ? 'bad_request' : 'validation', message ?? 'Invalid', field || undefined);
    });
    return { status, items };
  }
  if (error instanceof Refusal) {
    return {
      status: error.status,
      items: [item(error.code, error.message, error.field)],
      ...(error.retryAfter !== undefined && { retryAfter: error.retryAfter }),
    };
  }
  const known = fastifyRefusals[error.code ?? ''];
  if (known) return { status: known[0], items: [item(known[1], known[2])] };
  if (passesByItself(error)) return asItems(refuse.unavailable());
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
    return { status: error.statusCode, items: [item('bad_request', error.message)] };
  }
  return { status: 500, items: [item('internal', refusals.internal)] };
}

/** What was thrown as a caller would be told: its status, and words that hold nothing of the inside. */
export function describeFailure(error: unknown): { status: number; message: string } {
  const { status, items } = asItems(error instanceof Error ? error : new Error(String(error)));
  return { status, message: items[0]?.message ?? refusals.internal };
}

function item(code: ErrorCode, message: string, field?: string): ErrorItem {
  return { error: message, message, code, ...(field !== undefined && { field }) };
}

declare module 'fastify' {
  interface FastifyInstance {
    /** The calls of the API, by method and what their addresses look like. */
    apiCalls: { method: string; pattern: RegExp }[];
  }
}

/**
 * Every failure leaves as `{errors: [...]}`; what went wrong inside stays in the log. Register before the routes: it
 * takes note of them, for {@link refuseUnknown}.
 */
export function handleErrors(app: FastifyInstance): void {
  app.setErrorHandler(answerError);
  app.decorate('apiCalls', []);
  app.addHook('onRoute', ({ method, url, config, schema }) => {
    if (config?.access === undefined || schema?.hide) return;
    // A parameter carries its own pattern, in parentheses.
    const pattern = new RegExp(`^${url.replaceAll(/:\w+\(\^(.*?)\$\)/g, '$1')}$`);
    for (const each of [method].flat()) if (each !== 'HEAD') app.apiCalls.push({ method: each, pattern });
  });
}

function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { status, items, retryAfter } = asItems(error);
  if (status >= 500) request.log.error({ err: error }, 'request failed');
  if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter));
  return reply.code(status).send({ errors: items });
}

/** An address that Fastify cannot read gets the same shape. No hook has run for it, so the headers are set here. */
export function answerUnreadable(
  write: WriteHeaders,
): (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => void {
  return (error, request, reply) => {
    write(request, reply);
    answerError(error, request, reply);
  };
}

/** For an address of the API that no route answers: 405 when another method would, else 404. */
export function refuseUnknown(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const path = pathOf(request.url);
  const allowed = request.server.apiCalls
    .filter(({ pattern }) => pattern.test(path))
    .map(({ method }) => method);
  if (allowed.length > 0) {
    reply.header('allow', [...new Set(allowed)].join(', '));
    return reply.code(405).send({ errors: [item('method_not_allowed', refusals.methodNotAllowed)] });
  }
  return reply.code(404).send({ errors: [item('not_found', refusals.notFound)] });
}
