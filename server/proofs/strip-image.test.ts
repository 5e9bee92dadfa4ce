import { expect, test } from 'vitest';
import {
  blackPng,
  manyScans,
  packedText,
  phonePhoto,
  picture,
  pngChunk,
  webp,
  webpCanvas,
  webpChunk,
  webpFrame,
  webpPixels,
} from '../../tests/support/images';
import { stripImage } from './strip-image';

test('a photo of a phone, a progressive one and a WebP stay as they are', async () => {
  const images = [
    await phonePhoto(),
    await picture().jpeg({ progressive: true }).toBuffer(),
    await picture().webp().toBuffer(),
    blackPng(9, 9),
  ];
  for (const image of images) expect(stripImage(image)).toEqual(image);
});

test('a PNG loses its texts, its further pictures and what follows it; its colours and its upright stay', () => {
  const stays = ['sRGB', 'gAMA', 'iCCP', 'eXIf'].map((name) => pngChunk(name, Buffer.alloc(4)));
  const goes = [
    packedText(9_000),
    ...['tEXt', 'iTXt', 'acTL', 'fdAT', 'abCd'].map((name) => pngChunk(name, Buffer.alloc(4))),
  ];
  const image = Buffer.concat([blackPng(9, 9, [...goes, ...stays]), Buffer.from('a page behind it')]);
  expect(stripImage(image)).toEqual(blackPng(9, 9, stays));
});

test('a WebP loses what is none of its picture; one that moves is none', () => {
  const junk = webpChunk('JUNK', Buffer.alloc(3));
  const chunks = [webpCanvas(9, 9), webpPixels(9, 9)] as const;
  expect(stripImage(webp(junk, ...chunks, junk, webpPixels(9, 9)))).toEqual(webp(...chunks));
  expect(stripImage(webp(webpCanvas(9, 9, true), webpFrame(9, 9), webpFrame(9, 9)))).toBeUndefined();
});

test('a JPEG of more scans than anyone writes is none', async () => {
  const few = await manyScans(10);
  expect(stripImage(few)).toEqual(few);
  expect(stripImage(await manyScans(40))).toBeUndefined();
});

test.each([
  ['nothing', Buffer.alloc(0)],
  ['a page', Buffer.from('<!doctype html>')],
  ['a PNG without its end', blackPng(9, 9).subarray(0, -12)],
  [
    'a PNG whose chunk is longer than the file',
    blackPng(9, 9, [Buffer.from([0xff, 0xff, 0xff, 0xf0, 1, 2, 3, 4])]),
  ],
  ['a WebP that is cut', webp(webpPixels(9, 9)).subarray(0, -4)],
])('%s is none', (_, bytes) => {
  expect(stripImage(bytes)).toBeUndefined();
});
