import sharp from 'sharp';
import { limits } from '../../contract/limits';
import { refusals } from '../../contract/messages';
import { refuse } from '../http/refusal';
import { takeTurns } from '../turns';

// Whatever a file calls itself, nothing but these three is ever decoded: no SVG, no PDF, no video.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
});
// Every image is met once.
sharp.cache(false);

/** More than any phone's camera makes; a small file can claim billions. */
const pixelLimit = 64_000_000;
/** Seconds. */
const patience = 8;
/** A decoded image takes up to some hundred megabytes. */
const atOnce = 2;
const queueLimit = 6;

const inTurn = takeTurns(atOnce, queueLimit);

/**
 * An image as it is kept: decoded and encoded anew as WebP, upright, no larger than needed, and without whatever else
 * the file held: position, camera, or a page hidden behind the pixels. Throws 422 for what is no whole image, 503
 * when too many wait.
 */
export async function toProofImage(bytes: Uint8Array): Promise<Buffer> {
  const { proofSide } = limits;
  return inTurn(async () => {
    try {
      return await sharp(bytes, { limitInputPixels: pixelLimit, failOn: 'error' })
        .timeout({ seconds: patience })
        .autoOrient()
        .resize({ width: proofSide, height: proofSide, fit: 'inside', withoutEnlargement: true })
        .webp({ quality: 82 })
        .toBuffer();
    } catch {
      // The library throws plain errors for whatever is wrong with the bytes; their texts name its insides.
      throw refuse.invalid(refusals.imageUnreadable, 'image');
    }
  });
}
