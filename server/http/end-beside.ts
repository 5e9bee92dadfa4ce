import type { FastifyInstance } from 'fastify';

/**
 * Has something end when the app is closed. It begins to at once, beside the requests that are still answered and all else that
 * ends: what takes seconds does not add up.
 */
export function endBeside(app: FastifyInstance, end: () => Promise<void>): void {
  let ended: Promise<void> | undefined;
  app.addHook('preClose', async () => {
    ended = end();
    // It is waited for below.
    ended.catch(() => {});
  });
  app.addHook('onClose', () => ended ?? end());
}
