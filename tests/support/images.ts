import { crc32, deflateSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';

/** A photo of a receipt, as far as a test can tell: a coloured picture with some noise in it. */
export function picture(width = 320, height = 200): Sharp {
  return sharp({
    create: {
      width,
      height,
      channels: 3,
      background: { r: 200, g: 120, b: 40 },
      noise: { type: 'gaussian', mean: 128, sigma: 30 },
    },
  });
}

/** What a phone writes into a photo: where and with what it was taken, and which way is up. */
export function phonePhoto(): Promise<Buffer> {
  return picture()
    .withExif({
      IFD0: { Make: 'Phonemaker', Copyright: 'Ada Lovelace' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' },
    })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
}

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** A black PNG with one bit per pixel: a few kilobytes for any number of pixels. `chunks` stand before the pixels. */
export function blackPng(width: number, height: number, chunks: readonly Buffer[] = []): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([1, 0, 0, 0, 0], 8);
  const rows = Buffer.alloc(height * (1 + Math.ceil(width / 8)));
  return Buffer.concat([
    pngSignature,
    pngChunk('IHDR', header),
    ...chunks,
    pngChunk('IDAT', deflateSync(rows)),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A text of a PNG, packed: a thousandth of what it says. */
export function packedText(length: number): Buffer {
  return pngChunk(
    'zTXt',
    Buffer.concat([Buffer.from('Comment\0\0'), deflateSync(Buffer.alloc(length, 'a'))]),
  );
}

export function pngChunk(type: string, data: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from(type), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(content));
  return Buffer.concat([length, content, sum]);
}

export function webp(...chunks: Buffer[]): Buffer {
  const content = Buffer.concat([Buffer.from('WEBP'), ...chunks]);
  const header = Buffer.alloc(8);
  header.write('RIFF');
  header.writeUInt32LE(content.length, 4);
  return Buffer.concat([header, content]);
}

export function webpChunk(type: string, data: Buffer): Buffer {
  const header = Buffer.alloc(8);
  header.write(type);
  header.writeUInt32LE(data.length, 4);
  return Buffer.concat([header, data, Buffer.alloc(data.length % 2)]);
}

/** A whole WebP picture of one colour in 16 bytes, however large: no bit is spent on a pixel. */
export function webpPixels(width: number, height: number): Buffer {
  const fields = [
    [width - 1, 14],
    [height - 1, 14],
    [0, 1],
    [0, 3],
    [0, 1],
    [0, 1],
    [0, 1],
  ];
  const codes = Array.from({ length: 5 }, () => [
    [1, 1],
    [0, 1],
    [0, 1],
    [0, 1],
  ]).flat();
  const bits = [...fields, ...codes].flatMap(([value = 0, count = 0]) =>
    Array.from({ length: count }, (_, bit) => (value >> bit) & 1),
  );
  const bytes = Array.from({ length: Math.ceil(bits.length / 8) }, (_, at) =>
    bits.slice(8 * at, 8 * at + 8).reduce((byte, bit, nth) => byte | (bit << nth), 0),
  );
  return webpChunk('VP8L', Buffer.from([0x2f, ...bytes]));
}

/** The chunk of a WebP that says how large its canvas is, and whether it is animated. */
export function webpCanvas(width: number, height: number, animated = false): Buffer {
  const data = Buffer.alloc(10);
  data[0] = animated ? 2 : 0;
  data.writeUIntLE(width - 1, 4, 3);
  data.writeUIntLE(height - 1, 7, 3);
  return webpChunk('VP8X', data);
}

/** One frame of an animated WebP. */
export function webpFrame(width: number, height: number): Buffer {
  const header = Buffer.alloc(16);
  header.writeUIntLE(width - 1, 6, 3);
  header.writeUIntLE(height - 1, 9, 3);
  return webpChunk('ANMF', Buffer.concat([header, webpPixels(width, height)]));
}

/** A progressive JPEG with so many scans more than it needs. */
export async function manyScans(extra: number): Promise<Buffer> {
  const whole = await picture().jpeg({ progressive: true }).toBuffer();
  const last = whole.subarray(whole.lastIndexOf(Buffer.from([0xff, 0xda])), -2);
  return Buffer.concat([
    whole.subarray(0, -2),
    ...Array.from({ length: extra }, () => last),
    whole.subarray(-2),
  ]);
}
