import { expect, test } from 'vitest';
import { decodersFor } from './images';

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
