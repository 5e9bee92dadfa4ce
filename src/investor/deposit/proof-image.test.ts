// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { buildFile, type DrawnImages, stubImages } from '../testing/stub-images';
import { proofMessages, readProofImage } from './proof-image';

let drawn: DrawnImages;

beforeEach(() => {
  drawn = stubImages();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('an image that is chosen as proof', () => {
  it.each(['image/jpeg', 'image/png', 'image/webp'])('small, of type %s, is sent as it is', async (type) => {
    const file = buildFile(type);
    expect((await readProofImage(file)).blob).toBe(file);
  });

  it('of more than 2000 pixels is drawn smaller in its proportions', async () => {
    drawn.size = [4_000, 3_000];
    const { blob } = await readProofImage(buildFile());
    expect(blob.type).toBe('image/jpeg');
    expect(drawn.sizes).toContainEqual([2_000, 1_500]);
  });

  it('of many bytes is encoded anew, though it has few pixels', async () => {
    const { blob } = await readProofImage(buildFile('image/png', 4_000_000));
    expect(blob.type).toBe('image/jpeg');
    expect(drawn.sizes).toContainEqual([800, 600]);
  });

  it('that stays large is encoded more tightly until it is easy to send', async () => {
    drawn.size = [4_000, 3_000];
    drawn.encoded = 3_000_000;
    await readProofImage(buildFile());
    const qualities = vi
      .mocked(HTMLCanvasElement.prototype.toBlob)
      .mock.calls.map(([, , quality]) => quality);
    expect(qualities).toEqual([0.86, 0.72, 0.55]);
  });

  it('is shown as a small data: URL, the only kind the page may show', async () => {
    drawn.size = [4_000, 3_000];
    expect((await readProofImage(buildFile())).preview).toMatch(/^data:image\/jpeg/);
    expect(drawn.sizes[0]).toEqual([480, 360]);
  });
});

describe('a file that cannot be a proof', () => {
  it.each(['application/pdf', 'image/svg+xml', 'text/plain', ''])(
    'of type "%s": not an image',
    async (type) => {
      await expect(readProofImage(buildFile(type))).rejects.toThrow(proofMessages.notAnImage);
    },
  );

  it('of more than 40 MB: too big', async () => {
    await expect(readProofImage(buildFile('image/png', 41 * 1024 * 1024))).rejects.toThrow(
      proofMessages.tooBig,
    );
  });

  it('whose pixels cannot be read says so', async () => {
    drawn.unreadable = true;
    await expect(readProofImage(buildFile())).rejects.toThrow(proofMessages.unreadable);
  });
});
