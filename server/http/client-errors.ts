import { STATUS_CODES } from 'node:http';
import type { FastifyServerOptions } from 'fastify';
import { v4 as uuid } from 'uuid';
import type { ErrorCode } from '../../contract/enums';
import { headers } from '../../contract/headers';
import { refusals } from '../../contract/refusals';
import type { ErrorBody } from '../../contract/wire';
import { dataPolicy } from './policies';
import { statusOf } from './statuses';

interface Answer {
  status: number;
  code: ErrorCode;
  message: string;
}

const notHttp = answer('bad_request', 'The request is not valid HTTP');

/** Requests that Node refuses before there is a route: too slow, headers too large, or no HTTP at all. */
const answers: Readonly<Record<string, Answer>> = {
  ERR_HTTP_REQUEST_TIMEOUT: answer('request_timeout', refusals.requestTimeout),
  HPE_HEADER_OVERFLOW: answer('bad_request', 'The headers of the request are too large', 431),
};

function answer(code: ErrorCode, message: string, status = statusOf[code]): Answer {
  return { status, code, message };
}

/** Answers those in the wire's shape and closes the connection. */
export const answerClientError: NonNullable<FastifyServerOptions['clientErrorHandler']> = (error, socket) => {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  if (!socket.writable) {
    socket.destroy(error);
    return;
  }
  const { status, code, message } = answers[error.code ?? ''] ?? notHttp;
  const body: ErrorBody = { errors: [{ error: message, message, code }] };
  const text = JSON.stringify(body);
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'content-type: application/json; charset=utf-8',
      `${headers.requestId}: ${uuid()}`,
      `content-length: ${Buffer.byteLength(text)}`,
      'cache-control: no-store',
      `content-security-policy: ${dataPolicy}`,
      'x-content-type-options: nosniff',
      'connection: close',
      '',
      text,
    ].join('\r\n'),
  );
};
