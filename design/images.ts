import sharp from 'sharp';
import { appConfig } from '../src/app.config';
import { about } from './images/about';
import { avatars } from './images/avatars';
import { duskArcade, lowSun } from './images/banners';
import type { Drawing } from './images/drawing';
import { arcade } from './images/hero-arcade';
import { dawn } from './images/hero-dawn';
import { harbour } from './images/hero-harbour';
import { night } from './images/hero-night';
import { favicon, icon } from './images/mark';
import { openGraph } from './images/open-graph';
import { diversification } from './images/service-diversification';
import { retirement } from './images/service-retirement';
import { wealth } from './images/service-wealth';
import { rasterise, save, savePicture, type Written } from './images/write';

/**
 * Draws every picture of the product into `public`: `npm run images`. The same sources give the same pictures, so
 * a difference in the working tree is a change of the art. Fails when a file is heavier than a page can bear.
 */

const { brand } = appConfig;
const totalLimit = 2_500_000;
const quality = { avif: 62, webp: 80 };

type Limits = readonly (readonly [width: number, bytes: number])[];
const hero: Limits = [
  [480, 25_000],
  [800, 55_000],
  [1200, 90_000],
];
const banner: Limits = [
  [720, 45_000],
  [1080, 80_000],
];
const service: Limits = [
  [480, 25_000],
  [900, 60_000],
];

const pictures: readonly (readonly [name: string, draw: () => Drawing, limits: Limits])[] = [
  ['hero-1', dawn, hero],
  ['hero-2', harbour, hero],
  ['hero-3', arcade, hero],
  ['hero-4', night, hero],
  ['banner-1', duskArcade, banner],
  ['banner-2', lowSun, banner],
  ['service-retirement', retirement, service],
  ['service-diversification', diversification, service],
  ['service-wealth', wealth, service],
  [
    'about',
    about,
    [
      [640, 35_000],
      [1200, 90_000],
    ],
  ],
];

const icons = [
  { file: 'icon-192.png', size: 192, rounded: true, inset: 0 },
  { file: 'icon-512.png', size: 512, rounded: true, inset: 0 },
  // A launcher may cut a maskable icon to a circle of 80 % of its side: the mark stays well inside.
  { file: 'icon-maskable-512.png', size: 512, rounded: false, inset: 0.11 },
  { file: 'apple-touch-icon-180.png', size: 180, rounded: false, inset: 0.04 },
];

const manifest = {
  name: brand,
  short_name: brand,
  start_url: '/',
  display: 'standalone',
  theme_color: '#0E5A47',
  background_color: '#F7F5F0',
  icons: [
    { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' },
    { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png' },
    { src: '/icons/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ],
};

const written: Written[] = [];
const kilobytes = (bytes: number) => (bytes / 1000).toFixed(1).padStart(8);

/** Notes files and says each, since all of them take minutes. */
function note(...files: readonly Written[]): void {
  written.push(...files);
  for (const { path, bytes, limit } of files) {
    console.log(
      `${path.padEnd(42)}${kilobytes(bytes)} kB${bytes > limit ? `  over its ${limit / 1000} kB` : ''}`,
    );
  }
}

for (const [name, draw, limits] of pictures) note(...(await savePicture(name, draw(), limits, quality)));
for (const [index, drawing] of avatars().entries()) {
  const name = `avatar-${String(index + 1).padStart(2, '0')}`;
  note(...(await savePicture(name, drawing, [[160, 4_000]], { avif: 60, webp: 80 })));
}
const shared = (await rasterise(openGraph())).jpeg({ quality: 84, mozjpeg: true });
note(save('images/og.jpg', await shared.toBuffer(), 200_000));
for (const { file, size, ...shape } of icons) {
  const png = await sharp(Buffer.from(icon(size, shape)))
    .png({ compressionLevel: 9, effort: 10 })
    .toBuffer();
  note(save(`icons/${file}`, png, 30_000));
}
note(save('favicon.svg', favicon(brand), 1_500));
note(save('manifest.webmanifest', `${JSON.stringify(manifest, null, 2)}\n`, 2_000));

const total = written.reduce((sum, { bytes }) => sum + bytes, 0);
console.log(`${'all'.padEnd(42)}${kilobytes(total)} kB`);
if (total > totalLimit || written.some(({ bytes, limit }) => bytes > limit)) {
  console.error('The pictures are heavier than their limits.');
  process.exitCode = 1;
}
