import { at, type Drawing, line, type Point } from './drawing';
import { between, seeded } from './noise';

/** A cypress with its foot at the point; lit from the side where `lightX` lies. */
export function cypress(
  d: Drawing,
  foot: Point,
  height: number,
  colour: string,
  light: string,
  lightX: number,
): void {
  const [x, y] = foot;
  const half = height * 0.1;
  const side = lightX > x ? 1 : -1;
  const leaf = (reach: number) =>
    `M${at(x)} ${at(y - height)}C${at(x + reach * 0.75)} ${at(y - height * 0.62)} ${at(x + reach * 1.45)} ${at(y - height * 0.16)} ${at(x + reach * 0.3)} ${at(y)}`;
  d.path(
    `${leaf(half)}H${at(x - half * 0.3)}C${at(x - half * 1.45)} ${at(y - height * 0.16)} ${at(x - half * 0.75)} ${at(y - height * 0.62)} ${at(x)} ${at(y - height)}Z`,
    {
      fill: colour,
    },
  );
  d.path(
    `${leaf(half * side)}C${at(x + half * 0.55 * side)} ${at(y - height * 0.2)} ${at(x + half * 0.35 * side)} ${at(y - height * 0.6)} ${at(x)} ${at(y - height)}Z`,
    {
      fill: light,
      'fill-opacity': 0.5,
    },
  );
}

/** A round crown of many small leaves' masses, shaded below and lit towards `lightX`. */
export function crown(
  d: Drawing,
  seed: number,
  centre: Point,
  radius: Point,
  colours: { deep: string; middle: string; bright: string },
  lightX: number,
  count = 60,
): void {
  const random = seeded(seed);
  const [cx, cy] = centre;
  const [rx, ry] = radius;
  const side = lightX > cx ? 1 : -1;
  const layer = (
    shiftX: number,
    shiftY: number,
    reach: number,
    size: number,
    fill: string,
    opacity: number,
  ) => {
    for (let index = 0; index < count; index++) {
      const angle = random() * Math.PI * 2;
      const away = Math.sqrt(random()) * reach;
      const r = ry * size * between(random, 0.6, 1.3);
      d.ellipse(
        [cx + shiftX + Math.cos(angle) * rx * away, cy + shiftY + Math.sin(angle) * ry * away],
        r * 1.25,
        r,
        { fill, 'fill-opacity': opacity },
      );
    }
  };
  layer(0, ry * 0.08, 0.92, 0.19, colours.deep, 1);
  layer(side * rx * 0.1, -ry * 0.1, 0.78, 0.14, colours.middle, 0.75);
  layer(side * rx * 0.26, -ry * 0.28, 0.6, 0.085, colours.bright, 0.7);
}

/** A conifer in tiers with a ragged outline. */
export function fir(d: Drawing, seed: number, foot: Point, height: number, colour: string): void {
  const random = seeded(seed);
  const [x, y] = foot;
  const tiers = 11;
  const side = (direction: number): Point[] =>
    Array.from({ length: tiers * 2 }, (_, index) => {
      const share = (Math.floor(index / 2) + 1) / tiers;
      const out = index % 2 === 0 ? 1 : 0.48;
      const dip = index % 2 === 0 ? height * 0.035 : 0;
      return [
        x + direction * height * 0.21 * share ** 0.9 * out * between(random, 0.82, 1.12),
        y - height * (1 - share * 0.95) + dip,
      ] as const;
    });
  d.path(
    `${line([[x, y - height], ...side(1), [x + height * 0.015, y], [x - height * 0.015, y], ...side(-1).reverse()])}Z`,
    {
      fill: colour,
    },
  );
}

/** Tufts of grass along a line, for the nearest ground. */
export function grass(
  d: Drawing,
  seed: number,
  along: (x: number) => number,
  count: number,
  height: number,
  colour: string,
): void {
  const random = seeded(seed);
  const blades = Array.from({ length: count }, () => {
    const x = random() * d.width;
    const y = along(x) + between(random, 0, height * 0.5);
    const tall = height * between(random, 0.35, 1.1);
    const lean = between(random, -0.5, 0.5) * tall;
    return `M${at(x)} ${at(y)}Q${at(x + lean * 0.2)} ${at(y - tall * 0.6)} ${at(x + lean)} ${at(y - tall)}Q${at(x + lean * 0.4)} ${at(y - tall * 0.4)} ${at(x + tall * 0.07)} ${at(y)}Z`;
  });
  d.path(blades.join(''), { fill: colour });
}
