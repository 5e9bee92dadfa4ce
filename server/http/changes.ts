import type { FastifyInstance } from 'fastify';

/** Marks the routes that write.ts registers. Nothing outside of http may import this file. */
export const byWrite: unique symbol = Symbol('registered by write');

declare module 'fastify' {
  interface FastifyContextConfig {
    changes?: typeof byWrite;
    /** Of a call with a changing method that is no write: why it need not be one. */
    outsideWrite?: string;
  }
}

const readingMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE']);

/**
 * Refuses, when it is added, a route with a changing method that goes around write.ts and does not say why. Register
 * before the routes.
 */
export function guardWrites(app: FastifyInstance): void {
  app.addHook('onRoute', ({ method, url, config }) => {
    const changing = [method].flat().filter((each) => !readingMethods.has(each.toUpperCase()));
    if (changing.length === 0 || config?.changes === byWrite || config?.outsideWrite?.trim()) return;
    throw new Error(
      `${changing.join(', ')} ${url} goes around write (server/http/write.ts) and does not say why`,
    );
  });
}
