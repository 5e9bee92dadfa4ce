import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import type { ErrorCode } from '../../contract/enums';
import { refusals } from '../../contract/refusals';
import type { ErrorItem } from '../../contract/wire';
import { refusalOf } from '../errors/failures';
import { Refusal, refuse } from '../errors/refusal';
import { isForPages, pathOf, wantsPage } from './address';
import type { WriteHeaders } from './headers';
import { statusOf } from './statuses';

/** Fastify's own refusals, in the words of the contract. */
const fastifyRefusals: Readonly<Record<string, Refusal>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: new Refusal('payload_too_large', refusals.payloadTooLarge),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: new Refusal('unsupported_media_type', refusals.unsupportedMediaType),
  FST_ERR_CTP_INVALID_JSON_BODY: new Refusal('malformed_json', refusals.malformedJson),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: refuse.badRequest('The body does not have the announced length'),
  FST_ERR_BAD_URL: refuse.badRequest('The address of the request is malformed'),
  FST_ERR_MAX_PARAM_LENGTH: refuse.notFound(),
};

const bodyCutOff = refuse.badRequest('The request ended before its body did');

interface Answer {
  status: number;
  items: ErrorItem[];
  retryAfter?: number | undefined;
}

/** Turns whatever was thrown into an answer of the wire's shape. */
function answerOf(error: Partial<FastifyError> & Error): Answer {
  if (hasZodFastifySchemaValidationErrors(error)) {
    // An id that is none names nothing; a query that is none is malformed; a body is well-formed but wrong.
    if (error.validationContext === 'params') return answerTo(refuse.notFound());
    const code = error.validationContext === 'querystring' ? 'bad_request' : 'validation';
    const items = error.validation.map(({ instancePath, message }) => {
      const field = instancePath.slice(1).replaceAll('/', '.');
      return item(code, message ?? 'Invalid', field || undefined);
    });
    return { status: statusOf[code], items };
  }
  const refusal = fastifyRefusals[error.code ?? ''] ?? refusalOf(error);
  if (refusal) return answerTo(refusal);
  // What HTTP alone refuses, and no code is for.
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
    return { status: error.statusCode, items: [item('bad_request', error.message)] };
  }
  return { status: statusOf.internal, items: [item('internal', refusals.internal)] };
}

function answerTo({ code, message, field, retryAfter, signIn }: Refusal): Answer {
  const items = [{ ...item(code, message, field), ...(signIn && { signIn }) }];
  return { status: statusOf[code], items, retryAfter };
}

function item(code: ErrorCode, message: string, field?: string): ErrorItem {
  return { error: message, message, code, ...(field !== undefined && { field }) };
}

declare module 'fastify' {
  interface FastifyInstance {
    /** The calls of the API, by method and what their addresses look like. */
    apiCalls: { method: string; pattern: RegExp }[];
    /** Answers with the page of the app, which says itself that there is nothing at an address; null without built pages. */
    sendApp: ((reply: FastifyReply, status: number) => Promise<FastifyReply>) | null;
  }
}

/**
 * Every failure leaves as `{errors: [...]}`; what went wrong inside stays in the log. Register before the routes: it
 * takes note of them, for {@link refuseUnknown}.
 */
export function handleErrors(app: FastifyInstance): void {
  app.setErrorHandler(answerError);
  app.decorate('apiCalls', []);
  app.decorate('sendApp', null);
  app.addHook('onRoute', ({ method, url, config, schema }) => {
    if (config?.access === undefined || schema?.hide) return;
    // A parameter carries its own pattern, in parentheses.
    const pattern = new RegExp(`^${url.replaceAll(/:\w+\(\^(.*?)\$\)/g, '$1')}$`);
    for (const each of [method].flat()) if (each !== 'HEAD') app.apiCalls.push({ method: each, pattern });
  });
}

/** Whether nothing can read the address: it is malformed, or too long. */
function isOfAddress({ code, statusCode }: FastifyError): boolean {
  return code === 'FST_ERR_BAD_URL' || statusCode === 414;
}

function answerError(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply | Promise<FastifyReply> {
  // A client that goes away amid its body is no failure of the server, which would alarm those who watch it.
  const left = request.raw.errored === error;
  const { status, items, retryAfter } = left ? answerTo(bodyCutOff) : answerOf(error);
  if (left) request.log.info('the client went away amid the body of its request');
  if (status >= 500) request.log.error({ err: error }, 'request failed');
  if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter));
  // With Fastify's word for an unread body Node closes at once, and a proxy that is still sending loses the answer (closeUnread).
  reply.removeHeader('connection');
  const { sendApp } = request.server;
  if (sendApp && isOfAddress(error) && isForPages(request) && wantsPage(request)) {
    return sendApp(reply, status);
  }
  return reply.code(status).send({ errors: items });
}

/** An address that Fastify cannot read is answered alike. No hook has run for it, so the headers are set here. */
export function answerUnreadable(
  write: WriteHeaders,
): (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => void {
  return (error, request, reply) => {
    write(request, reply);
    void answerError(error, request, reply);
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
    return reply
      .code(statusOf.method_not_allowed)
      .send({ errors: [item('method_not_allowed', refusals.methodNotAllowed)] });
  }
  return reply.code(statusOf.not_found).send({ errors: [item('not_found', refusals.notFound)] });
}
