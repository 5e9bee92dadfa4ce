import { expect, test } from 'vitest';
import {
  blackPng,
  manyPasses,
  packedText,
  phonePhoto,
  picture,
  pngPart,
  webp,
  webpCanvas,
  webpFrame,
  webpPart,
  webpPixels,
} from '../../tests/support/images';
import { stillOf } from './still';

test('a photo of a phone, a progressive one and a WebP stay as they are', async () => {
  const images = [
    await phonePhoto(),
    await picture().jpeg({ progressive: true }).toBuffer(),
    await picture().webp().toBuffer(),
    blackPng(9, 9),
  ];
  for (const image of images) expect(stillOf(image)).toEqual(image);
});

test('a PNG loses its texts, its further pictures and what follows it; its colours and its upright stay', () => {
  const stays = ['sRGB', 'gAMA', 'iCCP', 'eXIf'].map((name) => pngPart(name, Buffer.alloc(4)));
  const goes = [
    packedText(9_000),
    ...['tEXt', 'iTXt', 'acTL', 'fdAT', 'abCd'].map((name) => pngPart(name, Buffer.alloc(4))),
  ];
  const image = Buffer.concat([blackPng(9, 9, [...goes, ...stays]), Buffer.from('a page behind it')]);
  expect(stillOf(image)).toEqual(blackPng(9, 9, stays));
});

test('a WebP loses what is none of its picture; one that moves is none', () => {
  const junk = webpPart('JUNK', Buffer.alloc(3));
  const parts = [webpCanvas(9, 9), webpPixels(9, 9)] as const;
  expect(stillOf(webp(junk, ...parts, junk, webpPixels(9, 9)))).toEqual(webp(...parts));
  expect(stillOf(webp(webpCanvas(9, 9, true), webpFrame(9, 9), webpFrame(9, 9)))).toBeUndefined();
});

test('a JPEG of more passes than anyone writes is none', async () => {
  const few = await manyPasses(10);
  expect(stillOf(few)).toEqual(few);
  expect(stillOf(await manyPasses(40))).toBeUndefined();
});

test.each([
  ['nothing', Buffer.alloc(0)],
  ['a page', Buffer.from('<!doctype html>')],
  ['a PNG without its end', blackPng(9, 9).subarray(0, -12)],
  [
    'a PNG whose part is longer than the file',
    blackPng(9, 9, [Buffer.from([0xff, 0xff, 0xff, 0xf0, 1, 2, 3, 4])]),
  ],
  ['a WebP that is cut', webp(webpPixels(9, 9)).subarray(0, -4)],
])('%s is none', (_, bytes) => {
  expect(stillOf(bytes)).toBeUndefined();
});
