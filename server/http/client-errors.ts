import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyServerOptions } from 'fastify';
import { v4 as uuid } from 'uuid';
import type { ErrorCode } from '../../contract/enums';
import { headers } from '../../contract/headers';
import { limits } from '../../contract/limits';
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

const tooSlow = Object.assign(new Error('The body took too long'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });

/**
 * Refuses a body that drips in for longer than so many milliseconds, as Node does what takes longer than its own time for all of a
 * request. That one is for uploads, which take longer on a slow line.
 */
export function boundBodies(
  app: FastifyInstance,
  time: number,
  isUpload: (request: IncomingMessage) => boolean,
): void {
  app.server.on('request', (request) => {
    const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
    if ((length === undefined && encoding === undefined) || isUpload(request)) return;
    const timer = setTimeout(() => {
      if (!request.complete) app.server.emit('clientError', tooSlow, request.socket);
    }, time).unref();
    request.once('close', () => clearTimeout(timer));
  });
}

/** Answers of a connection that have not left, or left before their request had come whole. */
const open = new WeakMap<Socket, Set<ServerResponse>>();

/** Milliseconds, and bytes: as many as the largest body has. */
const linger = { time: 2_000, bytes: limits.proofBytes, countEvery: 50 };

/**
 * Closes a connection that has its last answer. What still comes is read for a moment, or the answer would be lost to
 * who is still sending.
 */
function closeSoon(socket: Socket): NodeJS.Timeout {
  const begun = performance.now();
  const most = socket.bytesRead + linger.bytes;
  const counting = setInterval(() => {
    if (performance.now() - begun < linger.time && socket.bytesRead <= most) return;
    socket.destroy();
    clearInterval(counting);
  }, linger.countEvery);
  return counting.unref();
}

/** Answers those in the wire's shape and closes the connection, whatever the client does then. */
export const answerClientError: NonNullable<FastifyServerOptions['clientErrorHandler']> = (error, socket) => {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  // Another answer would be taken for a part of the one that has begun, or for that of the next request.
  const hasBegun = [...(open.get(socket) ?? [])].some(({ headersSent }) => headersSent);
  if (!socket.writable || hasBegun) {
    socket.destroy(error);
    return;
  }
  const { status, fields, text } = written(answers[error.code ?? ''] ?? notHttp);
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}`);
  socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', text].join('\r\n'));
  closeSoon(socket);
};

/**
 * Closes connections on which an answer has left before the request was read: what does not come to its end within a moment would
 * be read for as long as the client sends.
 */
export function closeUnread(app: FastifyInstance): void {
  app.server.on('request', (request, response) => {
    const { socket } = request;
    const answers = open.get(socket) ?? new Set();
    open.set(socket, answers.add(response));
    response.once('finish', () => {
      if (request.complete) {
        answers.delete(response);
        return;
      }
      const closing = closeSoon(socket);
      request.once('end', () => {
        clearInterval(closing);
        answers.delete(response);
      });
    });
  });
}

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
