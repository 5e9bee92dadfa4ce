import { archPath, at, type Drawing, type Point, polygon } from './drawing';

/** A small whitewashed chapel with an arched door; `foot` is the middle of its base. */
export function chapel(d: Drawing, foot: Point, size: number, lightX: number): void {
  const [x, y] = foot;
  const side = lightX > x ? 1 : -1;
  const wall = size * 0.34;
  const eaves = y - size * 0.52;
  const nave = x - side * size * 0.62;
  d.path(
    polygon([
      [x, eaves],
      [x, y],
      [nave - side * size * 0.3, y],
      [nave - side * size * 0.3, eaves],
    ]),
    {
      fill: d.linear(
        [0, eaves],
        [0, y],
        [
          [0, '#A9B3A2'],
          [1, '#6F8C7C'],
        ],
      ),
    },
  );
  d.path(
    polygon([
      [x - side * wall * 0.1, eaves - size * 0.02],
      [x, y - size * 0.94],
      [nave - side * size * 0.2, y - size * 0.9],
      [nave - side * size * 0.34, eaves + size * 0.02],
    ]),
    { fill: '#A0593F' },
  );
  d.path(
    polygon([
      [x - wall, y],
      [x - wall, eaves],
      [x, y - size],
      [x + wall, eaves],
      [x + wall, y],
    ]),
    {
      fill: d.linear(
        [x - side * wall, 0],
        [x + side * wall, 0],
        [
          [0, '#D8CDB2'],
          [1, '#FFF3D6'],
        ],
      ),
    },
  );
  d.path(
    `M${at(x - wall * 1.12)} ${at(eaves + size * 0.06)}L${at(x)} ${at(y - size * 1.03)}L${at(x + wall * 1.12)} ${at(eaves + size * 0.06)}`,
    {
      fill: 'none',
      stroke: '#8E4A35',
      'stroke-width': size * 0.05,
      'stroke-linejoin': 'round',
    },
  );
  d.path(archPath(x, wall * 0.38, y - size * 0.26, y), { fill: '#1B4A3B' });
  d.circle([x, y - size * 0.64], size * 0.06, { fill: '#1B4A3B' });
}

/** A tapering lighthouse; `foot` is the middle of its base, the lamp is lit. */
export function lighthouse(d: Drawing, foot: Point, height: number, lightX: number): Point {
  const [x, y] = foot;
  const side = lightX > x ? 1 : -1;
  const low = height * 0.13;
  const high = height * 0.078;
  const top = y - height * 0.78;
  const half = (share: number) => low + (high - low) * share ** 0.8;
  const level = (share: number) => y + (top - y) * share;
  const tower: Point[] = [];
  for (let index = 0; index <= 20; index++) tower.push([x - half(index / 20), level(index / 20)]);
  for (let index = 20; index >= 0; index--) tower.push([x + half(index / 20), level(index / 20)]);
  d.path(polygon(tower), {
    fill: d.linear(
      [x - side * low, 0],
      [x + side * low, 0],
      [
        [0, '#7F8F8C'],
        [0.45, '#D9D2BE'],
        [0.82, '#FFF4DC'],
        [1, '#F2DFB8'],
      ],
    ),
  });
  const inside = d.clip(polygon(tower));
  d.group({ 'clip-path': inside }, () => {
    for (const [from, to] of [[0.34, 0.52]] as const) {
      d.path(
        `M${at(x - low)} ${at(level(from))}Q${at(x)} ${at(level(from) + low * 0.3)} ${at(x + low)} ${at(level(from))}V${at(level(to))}Q${at(x)} ${at(level(to) + low * 0.24)} ${at(x - low)} ${at(level(to))}Z`,
        {
          fill: d.linear(
            [x - side * low, 0],
            [x + side * low, 0],
            [
              [0, '#0A3B30'],
              [1, '#1F7A63'],
            ],
          ),
        },
      );
    }
  });
  for (const share of [0.14, 0.66]) {
    d.path(archPath(x, high * 0.2, level(share) - high * 0.3, level(share) + high * 0.35), {
      fill: '#233F3C',
    });
  }
  const lamp: Point = [x, top - height * 0.075];
  d.rect(x - high * 1.32, top - height * 0.016, high * 2.64, height * 0.026, { fill: '#12392F' });
  d.rect(x - high * 0.72, top - height * 0.13, high * 1.44, height * 0.116, {
    fill: d.radial(lamp, high * 1.2, [
      [0, '#FFF6DC'],
      [0.5, '#F4C878'],
      [1, '#C98F3F'],
    ]),
  });
  for (const offset of [-0.72, -0.24, 0.24, 0.72]) {
    d.rect(x + high * offset - 1.4, top - height * 0.13, 2.8, height * 0.116, { fill: '#12392F' });
  }
  for (let index = 0; index < 9; index++) {
    d.rect(x - high * 1.3 + (high * 2.6 * index) / 8 - 0.8, top - height * 0.05, 1.6, height * 0.036, {
      fill: '#12392F',
    });
  }
  d.rect(x - high * 1.3, top - height * 0.052, high * 2.6, 2.2, { fill: '#12392F' });
  d.path(
    `M${at(x - high * 0.95)} ${at(top - height * 0.128)}A${at(high * 0.95)} ${at(high * 0.95)} 0 0 1 ${at(x + high * 0.95)} ${at(top - height * 0.128)}Z`,
    {
      fill: d.linear(
        [x - side * high, 0],
        [x + side * high, 0],
        [
          [0, '#0A3B30'],
          [1, '#2C8068'],
        ],
      ),
    },
  );
  d.rect(x - 1.6, top - height * 0.128 - high * 1.35, 3.2, high * 0.5, { fill: '#0A3B30' });
  return lamp;
}

/** A sailing boat; `foot` is the middle of the waterline. */
export function boat(d: Drawing, foot: Point, size: number, sail: string, hull: string, lean = 0): void {
  const [x, y] = foot;
  d.path(
    `M${at(x - size * 0.42)} ${at(y - size * 0.12)}H${at(x + size * 0.46)}Q${at(x + size * 0.36)} ${at(y)} ${at(x + size * 0.22)} ${at(y)}H${at(x - size * 0.26)}Q${at(x - size * 0.38)} ${at(y)} ${at(x - size * 0.42)} ${at(y - size * 0.12)}Z`,
    { fill: hull },
  );
  const mast: Point = [x + lean * size, y - size * 1.22];
  d.path(
    `M${at(mast[0] + 2)} ${at(mast[1])}Q${at(x + size * 0.34)} ${at(y - size * 0.56)} ${at(x + size * 0.42)} ${at(y - size * 0.2)}H${at(x + 2)}Z`,
    { fill: sail },
  );
  d.path(
    `M${at(mast[0] - 3)} ${at(mast[1] + size * 0.14)}Q${at(x - size * 0.1)} ${at(y - size * 0.6)} ${at(x - size * 0.34)} ${at(y - size * 0.2)}H${at(x - 3)}Z`,
    { fill: sail, 'fill-opacity': 0.72 },
  );
  d.rect(x - 1.2, y - size * 1.24, 2.4, size * 1.14, { fill: hull });
}

/** A row of arches cut from a wall, seen straight on. */
export function arcadeRow(
  left: number,
  base: number,
  bay: number,
  count: number,
  half: number,
  rise: number,
): string {
  return Array.from({ length: count }, (_, index) =>
    archPath(left + bay * (index + 0.5), half, base - rise, base),
  ).join('');
}
