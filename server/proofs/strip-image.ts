/**
 * Strips an image, before a decoder gets it, to the chunks that a still picture is shown by. A small file can hold
 * megabytes of compressed text, thousands of frames, or thousands of scans of the same pixels, and the decoder unpacks,
 * lists and walks them all before it can be asked how large the picture is.
 */

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const pngChunks = new Set([
  'IHDR',
  'PLTE',
  'IDAT',
  'IEND',
  'tRNS',
  'cHRM',
  'gAMA',
  'iCCP',
  'sBIT',
  'sRGB',
  'eXIf',
]);
const webpChunks = new Set(['VP8X', 'VP8 ', 'VP8L', 'ALPH', 'ICCP', 'EXIF']);
/** Scans of a progressive JPEG. Cameras and browsers write one; the usual tools at most about a dozen. */
const mostScans = 32;

/** The bytes of an image without what does not belong to a still picture; `undefined` when it is none, or not whole. */
export function stripImage(bytes: Uint8Array): Buffer | undefined {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (file.subarray(0, 8).equals(pngSignature)) return stripPng(file);
  if (file.toString('latin1', 0, 4) === 'RIFF' && file.toString('latin1', 8, 12) === 'WEBP') {
    return stripWebp(file);
  }
  if (file.length > 2 && file.readUInt16BE(0) === 0xffd8)
    return countScans(file) <= mostScans ? file : undefined;
  return undefined;
}

function stripPng(file: Buffer): Buffer | undefined {
  const kept: Buffer[] = [pngSignature];
  for (let at = 8; at + 12 <= file.length; ) {
    const name = file.toString('latin1', at + 4, at + 8);
    const end = at + 12 + file.readUInt32BE(at);
    if (end > file.length) return undefined;
    if (pngChunks.has(name)) kept.push(file.subarray(at, end));
    if (name === 'IEND') return Buffer.concat(kept);
    at = end;
  }
  return undefined;
}

/** Each chunk once: the first, as decoders take it. */
function stripWebp(file: Buffer): Buffer | undefined {
  const kept = new Map<string, Buffer>();
  const whole = 8 + file.readUInt32LE(4);
  if (whole > file.length) return undefined;
  for (let at = 12; at + 8 <= whole; ) {
    const name = file.toString('latin1', at, at + 4);
    const size = file.readUInt32LE(at + 4);
    const end = at + 8 + size + (size % 2);
    if (end > whole || name === 'ANMF') return undefined;
    if (webpChunks.has(name) && !kept.has(name)) kept.set(name, file.subarray(at, end));
    at = end;
  }
  const stripped = Buffer.concat([file.subarray(0, 12), ...kept.values()]);
  stripped.writeUInt32LE(stripped.length - 8, 4);
  return stripped;
}

/** How many scans a JPEG begins. Like a decoder, looks for the next marker wherever one should be. */
function countScans(file: Buffer): number {
  let count = 0;
  for (let at = 2; at + 1 < file.length; ) {
    const marker = file[at] === 0xff ? (file[at + 1] ?? 0) : 0;
    // Pixels, or fill bytes before a marker; restart markers within the pixels; and markers without a length.
    if (marker === 0 || marker === 0xff || (marker >= 0xd0 && marker <= 0xd8) || marker === 0x01) {
      at += marker === 0 || marker === 0xff ? 1 : 2;
      continue;
    }
    if (marker === 0xd9) return count;
    if (marker === 0xda) count += 1;
    at += 2 + (at + 3 < file.length ? file.readUInt16BE(at + 2) : 0);
  }
  return count;
}
