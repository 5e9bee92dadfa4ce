import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { negotiate } from '@fastify/accept-negotiator';
import type { FastifyReply, FastifyRequest } from 'fastify';

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** The best there is after the last two steps of brotli, which take ten times as long. */
const brotliQuality = 9;

type Encoding = 'br' | 'gzip' | 'identity';

/** A page as it is sent: the same content, compressed once for each encoding that is asked for. */
export interface HtmlPage {
  /** Changes with the content. */
  etag: string;
  encoded(encoding: Encoding): Promise<Buffer>;
}

export function createHtmlPage(html: string): HtmlPage {
  const content = Buffer.from(html);
  const made = new Map<Encoding, Promise<Buffer>>();
  const encode: Record<Encoding, () => Promise<Buffer>> = {
    br: () => {
      const params = {
        [constants.BROTLI_PARAM_QUALITY]: brotliQuality,
        [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
      };
      return compressBrotli(content, { params });
    },
    gzip: () => compressGzip(content, { level: constants.Z_BEST_COMPRESSION }),
    identity: async () => content,
  };
  return {
    // Weak: the same for all encodings.
    etag: `W/"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`,
    encoded(encoding) {
      const known = made.get(encoding);
      if (known) return known;
      const buffer = encode[encoding]();
      made.set(encoding, buffer);
      return buffer;
    },
  };
}

/** The encoding to answer in, by `Accept-Encoding`; the smallest a client takes at all. */
function encodingFor(accepted: string | undefined): Encoding {
  const agreed = negotiate(accepted ?? '', ['br', 'gzip']);
  return agreed === 'br' || agreed === 'gzip' ? agreed : 'identity';
}

function isKnown(etag: string, ifNoneMatch: string | undefined): boolean {
  return ifNoneMatch?.split(',').some((known) => known.trim() === etag || known.trim() === '*') ?? false;
}

/** Answers with a page. Browsers keep it, and ask each time whether it is still the same. */
export async function sendHtml(
  request: FastifyRequest,
  reply: FastifyReply,
  page: HtmlPage,
  status = 200,
): Promise<FastifyReply> {
  reply.headers({ 'cache-control': 'no-cache', vary: 'accept-encoding' });
  if (status === 200) {
    reply.header('etag', page.etag);
    if (isKnown(page.etag, request.headers['if-none-match'])) return reply.code(304).send();
  }
  const encoding = encodingFor(request.headers['accept-encoding']);
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  return reply
    .code(status)
    .type('text/html; charset=utf-8')
    .send(await page.encoded(encoding));
}
