import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** The best there is after the last two steps of brotli, which take ten times as long. */
const brotliQuality = 9;

/** The encodings there are, the smallest first. */
export const encodings = ['br', 'gzip'] as const;
export type Encoding = (typeof encodings)[number] | 'identity';

/** A text that is the same for everybody: one buffer for all answers, compressed once for each encoding that is asked for. */
export interface FixedContent {
  /** The media type. */
  type: string;
  /** Changes with the content. */
  etag: string;
  encoded(encoding: Encoding): Promise<Buffer>;
}

export function createFixedContent(text: string, type: string): FixedContent {
  const content = Buffer.from(text);
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
    type,
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

/** A page as it is sent. */
export function createHtmlPage(html: string): FixedContent {
  return createFixedContent(html, 'text/html; charset=utf-8');
}
