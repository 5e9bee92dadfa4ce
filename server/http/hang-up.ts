import type { FastifyReply } from 'fastify';
import type { Caller } from '../request';

/** Aborts when the client hangs up before it has its answer. */
export function hungUp({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController();
  if (raw.destroyed) controller.abort();
  raw.once('close', () => {
    if (!raw.writableFinished) controller.abort();
  });
  return controller.signal;
}

/** Who asks, where requests wait for one another (server/fair-semaphore.ts): the signed-in person, until the client hangs up. */
export function requesterOf({ caller, reply }: { caller(): Caller; reply: FastifyReply }) {
  return { key: caller().userId, known: true, gone: hungUp(reply) };
}
