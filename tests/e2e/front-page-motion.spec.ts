import { expect, type Locator, type Page } from '@playwright/test';
import { limits } from '../../contract/limits';
import { heroSlides } from '../../src/landing/content';
import { patient } from '../support/patience';
import { test } from './shared-tab';
import { openFrontPage } from './visit';

/** What moves on the front page, and what stops it (docs/rules.md, "Front page"; WCAG 2.2.2). */
const wide = { width: 1280, height: 800 };
const narrow = { width: 390, height: 844 };
const reduced = { reducedMotion: 'reduce' } as const;

/** One change of what a counter shows; `named` is what it is called for a screen reader at that moment. */
interface Change {
  counter: number;
  /** Milliseconds. */
  at: number;
  shown: string;
  named: string;
}
const figures = ['203k+', '90M+', '450M+', '240'];

/** Notes every change of the counters from the moment they are there. */
async function recordCounters(page: Page): Promise<() => Promise<Change[]>> {
  await page.addInitScript({
    content: `window.changes = [];
    document.addEventListener('DOMContentLoaded', () => {
      document.querySelectorAll('[data-island=CountUp]').forEach((place, counter) => {
        new MutationObserver(() => window.changes.push({
          counter,
          at: performance.now(),
          shown: place.querySelector('[aria-hidden=true]').textContent,
          named: place.querySelector(':not([aria-hidden=true])').textContent,
        })).observe(place, { subtree: true, childList: true, characterData: true });
      });
    });`,
  });
  return () => page.evaluate<Change[]>('window.changes');
}

/** An hour after a page was opened: however slow the machine is, it is not that late yet. */
const later = 3_600_000;

/** From here on time passes on the page only as it is told to. */
async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt((await page.evaluate<number>('Date.now()')) + later);
}

const counters = (page: Page) => page.locator('[data-island=CountUp]');

test('counters wait until they are seen, then count for 2 seconds to the figure', async ({
  alone: page,
  product,
}) => {
  // So low that the counters are near the view, and come to life, but are not in it.
  await page.setViewportSize({ width: 1280, height: 560 });
  await page.clock.install();
  const changes = await recordCounters(page);
  await openFrontPage(page, product);
  await expect(counters(page)).toHaveText(figures.map((figure) => figure + figure));
  await page.waitForLoadState('networkidle');
  await expect(counters(page).first()).not.toBeInViewport();
  expect(await changes()).toEqual([]);

  // In steps of a frame or so from here on.
  await stopClock(page);
  await counters(page).first().scrollIntoViewIfNeeded();
  await expect(async () => {
    await page.clock.runFor(20);
    expect(new Set((await changes()).map(({ counter }) => counter)).size).toBe(4);
  }).toPass();
  await page.clock.runFor(limits.counterAnimation + 500);
  const all = await changes();
  for (const [counter, figure] of figures.entries()) {
    const steps = all.filter((change) => change.counter === counter);
    const values = steps.map(({ shown }) => Number.parseInt(shown, 10));
    expect(values[0]).toBeLessThan(Number.parseInt(figure, 10) / 2);
    expect(values.toSorted((a, b) => a - b)).toEqual(values);
    expect(steps.at(-1)?.shown).toBe(figure);
    expect(new Set(steps.map(({ named }) => named))).toEqual(new Set([figure]));
    const lasted = (steps.at(-1)?.at ?? 0) - (steps[0]?.at ?? 0);
    // The last whole figure may be reached a little before the end.
    expect(lasted).toBeGreaterThan(limits.counterAnimation * 0.7);
    expect(lasted).toBeLessThan(limits.counterAnimation * 1.5);
  }
  await expect(counters(page)).toHaveText(figures.map((figure) => figure + figure));
});

test('with reduced motion counters never move', async ({ alone: page, product }) => {
  await page.emulateMedia(reduced);
  const changes = await recordCounters(page);
  await openFrontPage(page, product);
  await counters(page).first().scrollIntoViewIfNeeded();
  await expect(counters(page).first()).toBeInViewport();
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(500);
  expect(await changes()).toEqual([]);
});

const pictures = (page: Page) => page.getByRole('region', { name: 'Pictures' });
/** Waits until picture so-and-so, from 1, is the one shown. */
async function expectPicture(page: Page, number: number): Promise<void> {
  await expect(
    page.getByRole('button', { name: `Picture ${number} of ${heroSlides.length}` }),
  ).toHaveAttribute('aria-current', 'true');
}

test('the banner shows four pictures in turn, 8 seconds each, until paused', async ({
  alone: page,
  product,
}) => {
  await page.clock.install();
  await page.setViewportSize(wide);
  await openFrontPage(page, product);
  const pause = pictures(page).getByRole('button', { name: 'Pause the pictures' });
  await expect(pause).toBeVisible();
  await expectPicture(page, 1);
  for (const number of [2, 3, 4, 1]) {
    await page.clock.fastForward(limits.bannerRotation);
    await expectPicture(page, number);
  }
  await pause.click();
  await page.clock.fastForward(limits.bannerRotation * 3);
  await page.waitForTimeout(300);
  await expectPicture(page, 1);
  await pictures(page).getByRole('button', { name: 'Play the pictures' }).click();
  // The pointer on the buttons stops nothing; only on the picture.
  await page.clock.fastForward(limits.bannerRotation);
  await expectPicture(page, 2);
});

test('a picture that was shown stays while the next one comes, also from the last to the first', async ({
  alone: page,
  product,
}) => {
  await page.setViewportSize(wide);
  await page.emulateMedia(reduced);
  await openFrontPage(page, product);
  const images = pictures(page).locator('img');
  await expect(async () => {
    await pictures(page).getByRole('button', { name: 'Picture 4 of' }).click();
    await expect(images).toHaveCount(heroSlides.length, { timeout: patient(500) });
  }).toPass();
  await pictures(page).getByRole('button', { name: 'Picture 1 of' }).click();
  await expectPicture(page, 1);
  await expect(images).toHaveCount(heroSlides.length);
});

test("with the system's own colours the buttons of the pictures are seen, and which one is shown", async ({
  alone: page,
  product,
}) => {
  await page.setViewportSize(wide);
  await page.emulateMedia({ ...reduced, forcedColors: 'active' });
  await openFrontPage(page, product);
  const colours = await pictures(page)
    .getByRole('button', { name: /^Picture/ })
    .evaluateAll((all) => all.map((each) => getComputedStyle(each, '::after').backgroundColor));
  const own = await page.evaluate(() =>
    ['Canvas', 'Highlight', 'ButtonText'].map((colour) => {
      const place = document.createElement('i');
      place.style.cssText = `forced-color-adjust: none; background-color: ${colour}`;
      document.body.append(place);
      return getComputedStyle(place).backgroundColor;
    }),
  );
  const [canvas, highlight, text] = own;
  expect(colours).toEqual([highlight, text, text, text]);
  expect([highlight, text]).not.toContain(canvas);
});

test('buttons and a swipe change the picture, and each one really loads', async ({ page, product }) => {
  await page.setViewportSize(wide);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await openFrontPage(page, product);
  await expect(pictures(page).getByRole('button', { name: 'Pause the pictures' })).toBeVisible();
  for (const [index, { alt }] of heroSlides.entries()) {
    await pictures(page)
      .getByRole('button', { name: `Picture ${index + 1} of` })
      .click();
    await expectPicture(page, index + 1);
    const image = pictures(page).getByRole('img', { name: alt });
    await expect(image).toHaveJSProperty('complete', true);
    await expect(image).not.toHaveJSProperty('naturalWidth', 0);
    const source = await image.evaluate((element: HTMLImageElement) => element.currentSrc);
    expect(source).toMatch(/\.avif$/);
  }
  await drag(page, pictures(page).getByRole('group'), 300);
  await expectPicture(page, 3);
  await drag(page, pictures(page).getByRole('group'), -300);
  await expectPicture(page, 4);
});

test('with reduced motion the banner moves by hand only', async ({ alone: page, product }) => {
  await page.clock.install();
  await page.emulateMedia(reduced);
  await openFrontPage(page, product);
  await expect(async () => {
    await pictures(page).getByRole('button', { name: 'Picture 3 of' }).click();
    await expect(pictures(page).locator('[aria-current=true]')).toHaveAccessibleName(/^Picture 3/, {
      timeout: patient(500),
    });
  }).toPass();
  await page.clock.fastForward(limits.bannerRotation * 3);
  await page.waitForTimeout(300);
  await expectPicture(page, 3);
  await expect(pictures(page).getByRole('button', { name: /Pause|Play/ })).toHaveCount(0);
});

/** Drags with the mouse from the middle of a place, so many pixels to the right. */
async function drag(page: Page, place: Locator, distance: number): Promise<void> {
  const box = await place.boundingBox();
  if (!box) throw new Error('There is nothing to drag');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + distance, y, { steps: 8 });
  await page.mouse.up();
}

const carousel = (page: Page) => page.getByRole('region', { name: 'Client reviews' });

/** The numbers, from 1, of the reviews that can be seen whole. */
async function reviewsShown(page: Page): Promise<number[]> {
  return page.evaluate<number[]>(`(() => {
    const slides = [...document.querySelectorAll('.reviews [role=group]')];
    return slides.flatMap((slide, index) => {
      const { left, right } = slide.getBoundingClientRect();
      return left >= -12 && right <= innerWidth + 12 ? [index + 1] : [];
    });
  })()`);
}

for (const [viewport, row] of [
  [wide, 3],
  [narrow, 1],
] as const) {
  /** As many reviews as fit, from this one. */
  const from = (first: number) => Array.from({ length: row }, (_, index) => ((first - 1 + index) % 15) + 1);

  test(`fifteen reviews, ${row} at a time at ${viewport.width} px, go by hand and by themselves`, async ({
    alone: page,
    product,
  }) => {
    await page.clock.install();
    await page.setViewportSize(viewport);
    await openFrontPage(page, product);
    await carousel(page).scrollIntoViewIfNeeded();
    await expect(carousel(page).getByRole('group')).toHaveCount(15);
    const pause = carousel(page).getByRole('button', { name: 'Pause the reviews' });
    await expect(pause).toBeVisible();
    const shows = (first: number) =>
      expect
        .poll(async () => (await reviewsShown(page)).sort((a, b) => a - b))
        .toEqual(from(first).sort((a, b) => a - b));
    await shows(1);
    await page.clock.fastForward(limits.bannerRotation);
    await shows(2);
    await pause.click();
    await page.clock.fastForward(limits.bannerRotation * 2);
    await page.waitForTimeout(300);
    await shows(2);

    await carousel(page).getByRole('button', { name: 'Next review' }).click();
    await shows(3);
    await expect(carousel(page)).toContainText('3 / 15');
    await carousel(page).getByRole('button', { name: 'Previous review' }).click();
    await shows(2);
    await page.keyboard.press('ArrowLeft');
    await shows(1);
    await page.keyboard.press('ArrowLeft');
    await shows(15);
    await page.keyboard.press('ArrowRight');
    await shows(1);
    await drag(page, carousel(page).getByRole('group').first(), -250);
    await shows(2);
  });
}
