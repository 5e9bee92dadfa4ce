import { vi } from 'vitest';

/** What is drawn: jsdom has neither a decoder of images nor a canvas. */
export interface DrawnImages {
  /** Width and height of each canvas that was drawn on. */
  sizes: [number, number][];
  /** What "an image cannot be read" looks like. */
  unreadable: boolean;
  /** Width and height that a file is said to have. */
  size: [number, number];
  /** Bytes of what a canvas is encoded to. */
  encoded: number;
}

/** For tests: decodes any file to an image of a size, and encodes any canvas to a JPEG of some bytes. */
export function stubImages(): DrawnImages {
  const drawn: DrawnImages = { sizes: [], unreadable: false, size: [800, 600], encoded: 1_000 };
  vi.stubGlobal('createImageBitmap', async () => {
    if (drawn.unreadable) throw new DOMException('The source image could not be decoded.');
    const [width, height] = drawn.size;
    return { width, height, close() {} };
  });
  const canvas = HTMLCanvasElement.prototype;
  vi.spyOn(canvas, 'getContext').mockImplementation(function (this: HTMLCanvasElement) {
    drawn.sizes.push([this.width, this.height]);
    // jsdom knows no context; these are the parts that are used.
    return { fillRect() {}, drawImage() {} } as never;
  });
  vi.spyOn(canvas, 'toDataURL').mockReturnValue('data:image/jpeg;base64,AAAA');
  vi.spyOn(canvas, 'toBlob').mockImplementation((done) =>
    done(new Blob(['x'.repeat(drawn.encoded)], { type: 'image/jpeg' })),
  );
  return drawn;
}

/** For tests: a file of a type and of that many bytes. */
export function buildFile(type = 'image/png', bytes = 100, name = 'receipt.png'): File {
  const file = new File(['x'], name, { type });
  // Not made of bytes: some are larger than a test should be.
  Object.defineProperty(file, 'size', { value: bytes });
  return file;
}
