import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { root } from '../../scripts/run-command';
import { bleed, type Drawing } from './drawing';

const publicFolder = join(root, 'public');

/** One written file: its path below `public`, and its size in bytes with the most it may have. */
export interface Written {
  path: string;
  bytes: number;
  limit: number;
}

/** The encoders' qualities (0 to 100). */
export interface Quality {
  avif: number;
  webp: number;
}

/** Writes a file below `public`. */
export function save(path: string, content: Buffer | string, limit: number): Written {
  const file = join(publicFolder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
  return { path, bytes: Buffer.byteLength(content), limit };
}

/** Rasterises a drawing at its own size, without its bleed. */
export async function rasterise(drawing: Drawing): Promise<Sharp> {
  const { width, height } = drawing;
  const { data, info } = await sharp(Buffer.from(drawing.toSvg()))
    .extract({ left: bleed, top: bleed, width, height })
    .flatten()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } });
}

/** Writes a picture as AVIF and WebP in each width; `limits` are the most bytes an AVIF of that width may have. */
export async function savePicture(
  name: string,
  drawing: Drawing,
  limits: readonly (readonly [width: number, bytes: number])[],
  quality: Quality,
): Promise<Written[]> {
  const picture = await rasterise(drawing);
  const files = limits.map(async ([width, limit]) => {
    const path = `images/${name}-${width}`;
    const sized = picture.clone().resize({ width });
    const avif = await sized.clone().avif({ quality: quality.avif, effort: 4 }).toBuffer();
    const webp = await sized
      .clone()
      .webp({ quality: quality.webp, effort: 5, smartSubsample: true })
      .toBuffer();
    // WebP is the fallback for old browsers: it may be twice as large.
    return [save(`${path}.avif`, avif, limit), save(`${path}.webp`, webp, limit * 2)];
  });
  return (await Promise.all(files)).flat();
}
