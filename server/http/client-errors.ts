import { STATUS_CODES } from 'node:http';
import type { FastifyInstance, FastifyServerOptions } from 'fastify';
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

const notExpected = answer('bad_request', refusals.expectation, 417);

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
  const { status, fields, text } = written(answers[error.code ?? ''] ?? notHttp);
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}`);
  socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', text].join('\r\n'));
};

/** Answers alike what expects of us anything but to be told to go on, which Node does itself. */
export function refuseExpectations(app: FastifyInstance): void {
  app.server.on('checkExpectation', (_, response) => {
    const { status, fields, text } = written(notExpected);
    response.writeHead(status, fields).end(text);
  });
}

function written({ status, code, message }: Answer) {
  const body: ErrorBody = { errors: [{ error: message, message, code }] };
  const text = JSON.stringify(body);
  const fields = {
    'content-type': 'application/json; charset=utf-8',
    [headers.requestId]: uuid(),
    'content-length': Buffer.byteLength(text),
    'cache-control': 'no-store',
    'content-security-policy': dataPolicy,
    'x-content-type-options': 'nosniff',
    connection: 'close',
  };
  return { status, fields, text };
}
