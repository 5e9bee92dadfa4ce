import type { FastifyReply } from 'fastify';

/** Aborts when the client hangs up before it has its answer. */
export function hungUp({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController();
  if (raw.destroyed) controller.abort();
  raw.once('close', () => {
    if (!raw.writableFinished) controller.abort();
  });
  return controller.signal;
}
