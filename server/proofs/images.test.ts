import sharp from 'sharp';
import { expect, test, vi } from 'vitest';
import { refusals } from '../../contract/refusals';
import { picture } from '../../tests/support/images';
import { decodersFor, toProofImage } from './images';

const requester = { key: 'ada', known: true };

test.each([
  [1, 1],
  [2, 1],
  [3, 2],
  [64, 2],
])(
  'on %i processors %i images are decoded at once: the requests have one of their own',
  (processors, decoders) => {
    expect(decodersFor(processors)).toBe(decoders);
  },
);

/** What the library says of work that it has given up for its time: more than a second's, on any machine. */
async function givenUp(): Promise<unknown> {
  const image = sharp({ create: { width: 4_000, height: 4_000, channels: 3, background: '#0e5a47' } });
  return image
    .timeout({ seconds: 1 })
    .median(201)
    .toBuffer()
    .then(
      () => undefined,
      (error: unknown) => error,
    );
}

test('a good image that a slow machine does not decode in time is not said to be a bad one', async () => {
  const image = await picture().jpeg().toBuffer();
  const decoding = vi.spyOn(sharp.prototype, 'toBuffer').mockRejectedValueOnce(await givenUp());
  try {
    await expect(toProofImage(requester, image)).rejects.toThrow(refusals.imageTooSlow);
    decoding.mockRejectedValueOnce(new Error('VipsJpeg: premature end of JPEG image'));
    await expect(toProofImage(requester, image)).rejects.toThrow(refusals.imageUnreadable);
  } finally {
    decoding.mockRestore();
  }
  await expect(toProofImage(requester, image)).resolves.toBeInstanceOf(Buffer);
});
