import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { about } from './about';
import { avatars } from './avatars';
import { duskArcade, lowSun } from './banners';
import { arcade } from './hero-arcade';
import { dawn } from './hero-dawn';
import { harbour } from './hero-harbour';
import { night } from './hero-night';
import { favicon } from './mark';
import { openGraph } from './open-graph';
import { diversification } from './service-diversification';
import { retirement } from './service-retirement';
import { wealth } from './service-wealth';

const scenes = {
  about,
  duskArcade,
  lowSun,
  arcade,
  dawn,
  harbour,
  night,
  openGraph,
  diversification,
  retirement,
  wealth,
};

describe('the pictures', () => {
  it.each(Object.entries(scenes))('%s comes out the same when it is drawn again', (_, draw) => {
    expect(draw().toSvg()).toBe(draw().toSvg());
  });

  it.each(Object.entries(scenes))('%s has no coordinate that is not a number and no text', (_, draw) => {
    expect(draw().toSvg()).not.toMatch(/NaN|Infinity|undefined|<text/);
  });

  it('gives each of the fifteen sample reviews a picture of its own', () => {
    expect(new Set(avatars().map((avatar) => avatar.toSvg())).size).toBe(15);
  });
});

it('the icon of the tab is a picture whatever the brand is called', async () => {
  const picture = await sharp(Buffer.from(favicon('Ash & "Elm" <Invest>'))).metadata();
  expect(picture).toMatchObject({ format: 'svg', width: 32 });
});
