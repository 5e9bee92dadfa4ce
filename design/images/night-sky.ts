import { rings } from './atmosphere';
import type { Drawing, Point } from './drawing';
import { between, seeded } from './noise';
import { tones } from './palette';

export const moonAt: Point = [800, 425];

/** Stars, fewer and fainter towards the horizon; for a canvas 1200 wide. */
export function stars(d: Drawing): void {
  const random = seeded(201);
  for (let index = 0; index < 190; index++) {
    const y = random() ** 1.4 * 640;
    const big = random() < 0.1;
    d.circle([random() * 1200, y], big ? between(random, 1.9, 2.6) : between(random, 0.7, 1.5), {
      fill: random() < 0.2 ? tones.amber : tones.paper,
      'fill-opacity': (between(random, 0.35, 0.95) * (1 - y / 900)).toFixed(2),
    });
  }
}

/** The moon with its halo and rings. */
export function moon(d: Drawing): void {
  d.circle(moonAt, 560, {
    fill: d.radial(moonAt, 560, [
      [0, '#D8E4D6', 0.5],
      [0.25, '#A9C6BC', 0.22],
      [1, '#A9C6BC', 0],
    ]),
  });
  rings(d, moonAt, 84, 46, 8, '#DDE8DA');
  d.circle(moonAt, 84, {
    fill: d.linear(
      [740, 355],
      [860, 505],
      [
        [0, '#FFFBEC'],
        [1, '#DCD9C0'],
      ],
    ),
  });
  const [x, y] = moonAt;
  const disc = d.clip(`M${x - 84} ${y}a84 84 0 0 1 168 0a84 84 0 0 1 -168 0Z`);
  d.group({ 'clip-path': disc, fill: '#B9BDA8', 'fill-opacity': 0.26, filter: d.blur(6) }, () => {
    for (const [dx, dy, rx, ry] of [
      [-28, -22, 26, 20],
      [14, 12, 30, 17],
      [-20, 36, 17, 12],
      [42, -32, 15, 19],
    ] as const) {
      d.ellipse([x + dx, y + dy], rx, ry, {});
    }
  });
}
