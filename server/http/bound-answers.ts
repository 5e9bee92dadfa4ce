import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { networkOf } from '../network';

/** What connections may take of the server; times in milliseconds. */
interface AnswerBounds {
  /** A client that takes nothing of its answer for this long is cut off. */
  unreadFor: number;
  /** Bytes of all answers that wait in this process to be taken. */
  unreadBytes: number;
  /** How often those are counted. */
  countEvery: number;
  /** Requests of one connection that may be without an answer at a time. */
  pipelined: number;
  /** Connections in all, and of one network that is no proxy of ours. */
  connections: number;
  connectionsOfNetwork: number;
}

const answerBounds: AnswerBounds = {
  unreadFor: 60_000,
  unreadBytes: 128 * 1024 * 1024,
  countEvery: 500,
  pipelined: 32,
  connections: 8_000,
  connectionsOfNetwork: 1_000,
};

/** Milliseconds between two lines of the log about the same. */
const saidEvery = 60_000;

/** The answers that a connection waits for, in their order; only the first is being made or taken. */
interface Waited {
  answers: ServerResponse[];
  /** When the turn of the first came. */
  since: number;
}

/**
 * Bounds what clients that do not read can make the server keep. Each connection has one answer at a time; a client that
 * takes nothing of it is cut off, and so are those whose answers take longest when all together are too many bytes. What
 * is computed before an answer begins may take its time, and so may a client that reads slowly. Register before the hooks
 * that work for a request.
 */
export function boundAnswers(
  app: FastifyInstance,
  isTrusted: (address: string) => boolean,
  bounds: AnswerBounds = answerBounds,
): void {
  const warn = createWarner(app);
  boundConnections(app, isTrusted, bounds, warn);
  const waited = new Map<Socket, Waited>();

  // Before Fastify, which begins to work for the request.
  app.server.prependListener('request', ({ socket }, response) => {
    const known = waited.get(socket);
    const answers = known?.answers ?? [];
    answers.push(response);
    if (!known) {
      waited.set(socket, { answers, since: Date.now() });
      socket.once('close', () => waited.delete(socket));
    }
    if (answers.length > bounds.pipelined) socket.destroy();
    response.setTimeout(bounds.unreadFor, () => {
      // Nothing to be taken: it is the server that takes its time.
      if (socket.writableLength > 0) socket.destroy();
    });
    response.once('close', () => {
      const state = waited.get(socket);
      if (!state) return;
      state.answers.shift();
      state.since = Date.now();
    });
  });

  app.addHook('onRequest', ({ raw: { socket } }, { raw: response }, next) => {
    if (socket.destroyed) return;
    const answers = waited.get(socket)?.answers ?? [];
    const before = answers[answers.indexOf(response) - 1];
    if (!before) return next();
    before.once('close', () => {
      if (socket.writable) next();
    });
  });

  const counting = setInterval(() => {
    const unread = [...waited].filter(([socket]) => socket.writableLength > 0);
    let bytes = unread.reduce((sum, [socket]) => sum + socket.writableLength, 0);
    if (bytes <= bounds.unreadBytes) return;
    unread.sort(([, one], [, other]) => one.since - other.since);
    for (const [socket] of unread) {
      if (bytes <= bounds.unreadBytes) break;
      bytes -= socket.writableLength;
      socket.destroy();
    }
    warn(
      'answers',
      {},
      'clients did not read what they had asked for: the oldest of these answers were cut off',
    );
  }, bounds.countEvery);
  counting.unref();
  app.addHook('onClose', async () => clearInterval(counting));
}

type Warn = (what: string, detail: object, message: string) => void;

/** Says the same at most now and then: what makes it said is anybody's to repeat. */
function createWarner(app: FastifyInstance): Warn {
  const saidAt = new Map<string, number>();
  return (what, detail, message) => {
    const now = Date.now();
    if (now - (saidAt.get(what) ?? Number.NEGATIVE_INFINITY) < saidEvery) return;
    saidAt.set(what, now);
    app.log.warn(detail, message);
  };
}

/** Refuses connections beyond so many, and so many of one network; a proxy's are those of all its visitors. */
function boundConnections(
  app: FastifyInstance,
  isTrusted: (address: string) => boolean,
  { connections, connectionsOfNetwork }: AnswerBounds,
  warn: Warn,
): void {
  const { server } = app;
  server.maxConnections = connections;
  server.on('drop', () =>
    warn('connections', { connections }, 'there are too many connections: more are refused'),
  );
  const open = new Map<string, number>();
  server.on('connection', (socket: Socket) => {
    const { remoteAddress = '' } = socket;
    if (isTrusted(remoteAddress)) return;
    const network = networkOf(remoteAddress);
    const count = (open.get(network) ?? 0) + 1;
    open.set(network, count);
    socket.once('close', () => {
      const left = (open.get(network) ?? 1) - 1;
      if (left > 0) open.set(network, left);
      else open.delete(network);
    });
    if (count <= connectionsOfNetwork) return;
    socket.destroy();
    const message =
      'there are too many connections of one network: more are refused; if it is your proxy, name it in TRUST_PROXY';
    warn('network', { network, connectionsOfNetwork }, message);
  });
}
