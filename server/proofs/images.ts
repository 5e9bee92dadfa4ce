import { availableParallelism } from 'node:os';
import sharp, { type SharpOptions } from 'sharp';
import { limits } from '../../contract/limits';
import { refusals } from '../../contract/refusals';
import { refuse } from '../errors/refusal';
import { createFairSemaphore, type Requester } from '../fair-semaphore';
import { whenCalm } from '../when-calm';
import { stripImage } from './strip-image';

// Whatever a file calls itself, nothing but these three is ever decoded: no SVG, no PDF, no video.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
});
// Every image is met once.
sharp.cache(false);

/**
 * What may be decoded. Phones make up to 50 million pixels by default (8,192 x 6,144); their modes for more give files
 * that are longer than may be sent. A file holds some ten pixels a byte as a photo and rarely fifty as a picture of a
 * screen, so the pixels that may be declared grow with what was sent, above those of any one screen: a file of a few
 * bytes costs no more than that.
 */
const pixels = { most: 52_000_000, screen: 9_000_000, perByte: 64 };
const timeoutSeconds = 8;
/**
 * How many images are decoded at once. One takes up to some hundred megabytes and a processor, and one processor is left to
 * everything else: on two that are both busy with images, the slowest hundredth of the answers took six times as
 * long (`npm run soak`).
 */
export function decodersFor(processors: number): number {
  return processors > 2 ? 2 : 1;
}

/** Milliseconds that an image waits for requests at most, once it has its place. */
const longestWaitForRequests = 500;
const queueLimit = 6;
/** Whoever comes back to a full queue sooner is refused again, and comes nearer to the limit of tries. */
const queueSeconds = 3;

const semaphore = createFairSemaphore(decodersFor(availableParallelism()), queueLimit, queueSeconds);

/**
 * A person's image as it is kept: decoded and encoded anew as WebP, upright, no larger than needed, and without
 * whatever else the file held: position, camera, or a page hidden behind the pixels. Throws `validation` for what is
 * no whole still image, declares too many pixels, which is found out before any is decoded, or takes too long; `unavailable` when too
 * many wait, people taking turns, and when nobody waits for it any more.
 */
export async function toProofImage(requester: Requester, bytes: Uint8Array): Promise<Buffer> {
  // The library throws plain errors for whatever is wrong with the bytes; their texts name its insides.
  const unreadable = refuse.invalid(refusals.imageUnreadable, 'image');
  return semaphore.run(requester, async () => {
    await whenCalm(longestWaitForRequests);
    const still = stripImage(bytes);
    if (!still) throw unreadable;
    const limitInputPixels = Math.min(pixels.most, pixels.screen + pixels.perByte * still.length);
    const options = { limitInputPixels, failOn: 'error' } as const;
    try {
      const { width, height } = await sharp(still, options).metadata();
      if (width * height > limitInputPixels) throw unreadable;
      return await decode(still, options);
    } catch (error) {
      throw tookTooLong(error) ? refuse.invalid(refusals.imageTooSlow, 'image') : unreadable;
    }
  });
}

/** Whether the library has given an image up for the time that it took, which on a slow machine a good one may take. */
const tookTooLong = (error: unknown) => error instanceof Error && error.message.startsWith('timeout: ');

function decode(still: Buffer, options: SharpOptions): Promise<Buffer> {
  const { proofSide } = limits;
  return (
    sharp(still, options)
      .timeout({ seconds: timeoutSeconds })
      .autoOrient()
      .resize({ width: proofSide, height: proofSide, fit: 'inside', withoutEnlargement: true })
      // Half the time of the default effort, for files that are three to five percent longer.
      .webp({ quality: 82, effort: 2 })
      .toBuffer()
  );
}
