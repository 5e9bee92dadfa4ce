import { at, bleed, type Drawing, type Point } from './drawing';
import { between, seeded } from './noise';
import { tones } from './palette';

/** Rings around the sun or the moon: the family's thin contour lines, fading outwards. */
export function rings(
  d: Drawing,
  centre: Point,
  radius: number,
  gap: number,
  count: number,
  colour: string,
): void {
  for (let index = 1; index <= count; index++) {
    d.circle(centre, radius + gap * index, {
      fill: 'none',
      stroke: colour,
      'stroke-width': 1.6,
      'stroke-opacity': (0.34 * (1 - index / (count + 1))).toFixed(3),
    });
  }
}

/** A disc of light with its glow. */
export function sun(
  d: Drawing,
  centre: Point,
  radius: number,
  core: string,
  glow: string,
  reach: number,
): void {
  d.circle(centre, reach, {
    fill: d.radial(centre, reach, [
      [0, glow, 0.85],
      [0.22, glow, 0.42],
      [0.55, glow, 0.13],
      [1, glow, 0],
    ]),
  });
  const [x, y] = centre;
  d.circle(centre, radius, {
    fill: d.linear(
      [x, y - radius],
      [x, y + radius],
      [
        [0, core],
        [1, glow],
      ],
    ),
  });
}

/** Long, thin clouds between two heights. */
export function clouds(
  d: Drawing,
  seed: number,
  count: number,
  top: number,
  bottom: number,
  colour: string,
): void {
  const random = seeded(seed);
  const soft = d.blur(d.width / 170, d.width / 500);
  d.group({ filter: soft }, () => {
    for (let index = 0; index < count; index++) {
      const y = between(random, top, bottom);
      const x = between(random, -0.05, 1.05) * d.width;
      const half = between(random, 0.1, 0.34) * d.width;
      const thick = half * between(random, 0.035, 0.075);
      const bend = between(random, -0.3, 0.3) * half;
      d.path(
        `M${at(x - half)} ${at(y)}Q${at(x + bend)} ${at(y - thick * 2)} ${at(x + half)} ${at(y)}Q${at(x + bend)} ${at(y + thick * 0.7)} ${at(x - half)} ${at(y)}Z`,
        { fill: colour, 'fill-opacity': between(random, 0.14, 0.42).toFixed(2) },
      );
    }
  });
}

/** A band of haze, thickest at `y`. */
export function haze(d: Drawing, y: number, depth: number, colour: string, opacity: number): void {
  d.rect(-bleed, y - depth, d.width + bleed * 2, depth * 2, {
    fill: d.linear(
      [0, y - depth],
      [0, y + depth],
      [
        [0, colour, 0],
        [0.5, colour, opacity],
        [1, colour, 0],
      ],
    ),
  });
}

/** The last layer of every picture: a broad brush texture, darker corners and a fine grain that hides banding. */
export function finish(
  d: Drawing,
  seed: number,
  options: { vignette?: number; brush?: number; grain?: number; streak?: number } = {},
): void {
  const { vignette = 0.34, brush = 0.2, grain = 0.05, streak = 2.4 } = options;
  const scale = 1200 / d.width;
  const turbulence = (fx: number, fy: number, octaves: number, gain: number) =>
    d.filter(
      `<feTurbulence type="fractalNoise" baseFrequency="${fx} ${fy}" numOctaves="${octaves}" seed="${seed}"/>` +
        `<feColorMatrix values="${gain} 0 0 0 ${0.5 - gain / 2} ${gain} 0 0 0 ${0.5 - gain / 2} ${gain} 0 0 0 ${0.5 - gain / 2} 0 0 0 0 1"/>`,
    );
  d.group({ style: 'mix-blend-mode:soft-light', opacity: brush }, () => {
    d.wash('#808080', { filter: turbulence(0.0045 * scale, 0.0045 * streak * scale, 4, 1.6) });
  });
  const { width, height } = d;
  d.wash(
    d.radial([width / 2, height * 0.46], Math.hypot(width, height) * 0.6, [
      [0.5, tones.ink, 0],
      [1, tones.ink, vignette],
    ]),
  );
  d.group({ style: 'mix-blend-mode:overlay', opacity: grain }, () => {
    d.wash('#808080', { filter: turbulence(0.62, 0.62, 2, 2.4) });
  });
}
