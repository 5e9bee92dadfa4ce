import { negotiate } from '@fastify/accept-negotiator';
import type { FastifyInstance } from 'fastify';
import { type Encoding, encodings, type FixedContent } from '../fixed-content';

declare module 'fastify' {
  interface FastifyInstance {
    /** Answers with what is the same for everybody. Browsers keep it, and ask each time whether it is still the same. */
    sendFixed(reply: FastifyReply, content: FixedContent): Promise<FastifyReply>;
  }
}

/** The encoding to answer in, by `Accept-Encoding`; the smallest a client takes at all. */
function encodingFor(accepted: string | undefined): Encoding {
  const agreed = negotiate(accepted ?? '', [...encodings]);
  return encodings.find((encoding) => encoding === agreed) ?? 'identity';
}

function isKnown(etag: string, ifNoneMatch: string | undefined): boolean {
  return ifNoneMatch?.split(',').some((known) => known.trim() === etag || known.trim() === '*') ?? false;
}

/** Lets the server send fixed content, also in the answer to an address that nothing can read, which has no decorations. */
export function sendFixedContent(app: FastifyInstance): void {
  app.decorate('sendFixed', async (reply, { type, etag, encoded }) => {
    const { headers } = reply.request;
    reply.headers({ 'cache-control': 'no-cache', vary: 'accept-encoding' });
    if (reply.statusCode === 200) {
      reply.header('etag', etag);
      if (isKnown(etag, headers['if-none-match'])) return reply.code(304).send();
    }
    const encoding = encodingFor(headers['accept-encoding']);
    if (encoding !== 'identity') reply.header('content-encoding', encoding);
    return reply.type(type).send(await encoded(encoding));
  });
}
