import { clouds, finish, haze, rings, sun } from './atmosphere';
import { Drawing, line, type Point, polygon } from './drawing';
import { between, seeded } from './noise';
import { tones } from './palette';
import { camera, type Place } from './perspective';
import { crown, cypress } from './plants';
import { hill, ridge } from './terrain';

const see = camera([450, 214], 700, 3.1);
const shown = (places: readonly Place[]) => polygon(places.map(see));
const flat = (x1: number, z1: number, x2: number, z2: number) =>
  shown([
    [x1, 0, z1],
    [x1, 0, z2],
    [x2, 0, z2],
    [x2, 0, z1],
  ]);
const wallZ = 21;
const sunAt: Point = [600, 150];

/** The wall at the end, with blind arches, and the gate in its middle open to the hills. */
function endWall(d: Drawing): void {
  const height = 3.3;
  const arch = (middle: number, half: number, spring: number, z: number) =>
    shown([
      [middle - half, 0, z],
      ...Array.from({ length: 25 }, (_, index): Place => {
        const angle = Math.PI * (1 - index / 24);
        return [middle + Math.cos(angle) * half, spring + Math.sin(angle) * half, z];
      }),
      [middle + half, 0, z],
    ]);
  const outline = `${shown([
    [-14, 0, wallZ],
    [-14, height, wallZ],
    [-2.4, height, wallZ],
    [-2.4, height + 1.2, wallZ],
    [2.4, height + 1.2, wallZ],
    [2.4, height, wallZ],
    [14, height, wallZ],
    [14, 0, wallZ],
  ])}${arch(0, 1.25, 2, wallZ)}`;
  d.path(outline, {
    'fill-rule': 'evenodd',
    fill: d.linear(
      [0, 170],
      [0, 318],
      [
        [0, '#E2C08B'],
        [0.7, '#BF8562'],
        [1, '#96573F'],
      ],
    ),
  });
  d.path(`${arch(0, 1.25, 2, wallZ)}${arch(0, 1.02, 2, wallZ)}`, { 'fill-rule': 'evenodd', fill: '#7C4A38' });
  for (let index = 0; index < 5; index++) {
    for (const side of [-1, 1]) {
      const middle = side * (3.9 + index * 2.1);
      d.path(arch(middle, 0.72, 1.5, wallZ), { fill: '#8E543E' });
      d.path(arch(middle - 0.09, 0.63, 1.5, wallZ), { fill: '#C99268' });
    }
  }
  d.path(
    line([
      see([-14, height, wallZ]),
      see([-2.4, height, wallZ]),
      see([-2.4, height + 1.2, wallZ]),
      see([2.4, height + 1.2, wallZ]),
      see([2.4, height, wallZ]),
      see([14, height, wallZ]),
    ]),
    { fill: 'none', stroke: '#FFEBC2', 'stroke-width': 3 },
  );
}

/** One bed with rows of plants, between two depths. */
function bed(d: Drawing, seed: number, x1: number, x2: number, z1: number, z2: number, tone: string): void {
  const random = seeded(seed);
  d.path(flat(x1, z1, x2, z2), {
    fill: d.linear(see([0, 0, z1]), see([0, 0, z2]), [
      [0, '#0F4233'],
      [1, '#4B8067'],
    ]),
  });
  const edge = [
    [x1, 0, z1],
    [x1, 0, z2],
    [x2, 0, z2],
    [x2, 0, z1],
    [x1, 0, z1],
  ] as const;
  d.path(line(edge.map(([x, y, z]) => see([x, y, z]))), {
    fill: 'none',
    stroke: '#F2DCAE',
    'stroke-opacity': 0.75,
    'stroke-width': 2.2,
  });
  const rows = 6;
  for (let row = rows - 1; row >= 0; row--) {
    const z = z1 + ((z2 - z1) * (row + 0.5)) / rows;
    const count = 13;
    for (let index = 0; index < count; index++) {
      const x = x1 + ((x2 - x1) * (index + 0.5)) / count;
      const [px, py] = see([x + between(random, -0.06, 0.06), 0, z]);
      const r = (700 / z) * 0.17 * between(random, 0.8, 1.25);
      d.ellipse([px - r * 0.5, py + r * 0.2], r * 1.3, r * 0.5, { fill: '#06281F', 'fill-opacity': 0.5 });
      d.circle([px, py - r * 0.5], r, { fill: row % 2 === 0 ? '#1D5C48' : '#2D7058' });
      d.circle([px + r * 0.3, py - r * 0.8], r * 0.55, { fill: tone, 'fill-opacity': 0.85 });
    }
  }
}

/** A walled garden with paths and a channel that waters it; landscape, 900x600. */
export function wealth(): Drawing {
  const d = new Drawing(900, 600);
  d.wash(
    d.linear(
      [0, 0],
      [0, 240],
      [
        [0, '#6F949B'],
        [0.5, '#BCCBBB'],
        [1, '#F4D9A4'],
      ],
    ),
  );
  clouds(d, 601, 7, 30, 150, '#FFF1D8');
  sun(d, sunAt, 32, '#FFF5DA', '#EEB965', 260);
  rings(d, sunAt, 32, 22, 7, tones.paper);
  const light = { x: sunAt[0], colour: '#FFE6B4', strength: 0.5 };
  hill(d, ridge(605, 170, 28, 150, 3), { crest: '#9DB5A4', foot: '#DDD2A9', depth: 90, light });
  hill(d, ridge(609, 206, 20, 150), { crest: '#5F917B', foot: '#9DB08C', depth: 80, light });
  haze(d, 232, 40, '#F6DFB0', 0.5);
  for (const [x, tall] of [
    [96, 116],
    [128, 146],
    [760, 132],
    [796, 104],
    [846, 142],
  ] as const)
    cypress(d, [x, 262], tall, '#1B5241', '#E7C583', sunAt[0]);
  d.path('M446 318L449 262H453L474 318Z', { fill: '#EBCF9A', 'fill-opacity': 0.8 });
  for (const [x, tall] of [
    [428, 62],
    [440, 46],
    [464, 48],
    [476, 66],
  ] as const)
    cypress(d, [x, 318], tall, '#1F5A47', '#E7C583', sunAt[0]);
  endWall(d);
  d.path(flat(-16, 3.6, 16, wallZ), {
    fill: d.linear(
      [0, 317],
      [0, 640],
      [
        [0, '#EFD3A0'],
        [0.4, '#D2AC78'],
        [1, '#8A6A4A'],
      ],
    ),
  });
  const tints = ['#DDBB6C', '#B9694A', '#9CBF96', '#E6D2A0'];
  const depths = [
    [14.6, 20],
    [9.4, 13.4],
    [5.9, 8.5],
    [3.7, 5.3],
  ] as const;
  for (const [index, [z1, z2]] of depths.entries()) {
    const tone = tints[index] ?? '#DDBB6C';
    bed(d, 620 + index, -11, -5.1, z1, z2, tints[(index + 2) % 4] ?? tone);
    bed(d, 630 + index, -4.2, -1.45, z1, z2, tone);
    bed(d, 640 + index, 1.45, 4.2, z1, z2, tints[(index + 1) % 4] ?? tone);
    bed(d, 650 + index, 5.1, 11, z1, z2, tone);
  }
  // The channel, its crossing and the round basin; water mirrors the sky.
  const water = d.linear(
    [0, 317],
    [0, 620],
    [
      [0, '#F8E2B2'],
      [0.3, '#9FC0B8'],
      [0.7, '#3F7F80'],
      [1, '#1B4F54'],
    ],
  );
  const stone = (d1: string, d2: string) => {
    d.path(d1, { fill: '#F3E0B8' });
    d.path(d2, { fill: '#6B5A42' });
  };
  stone(flat(-0.62, 3.4, 0.62, wallZ), flat(-0.46, 3.4, 0.46, wallZ));
  d.path(flat(-0.42, 3.4, 0.46, wallZ), { fill: water });
  const ring = (r: number, lift: number) =>
    polygon(
      Array.from({ length: 49 }, (_, index) =>
        see([Math.cos((index / 24) * Math.PI) * r, lift, 8.95 + Math.sin((index / 24) * Math.PI) * r * 0.82]),
      ),
    );
  d.path(ring(1.42, 0), { fill: '#8C6F4E' });
  d.path(ring(1.38, 0.16), { fill: '#F7E6C2' });
  d.path(ring(1.16, 0.16), { fill: '#5E6D5C' });
  d.path(ring(1.14, 0.08), { fill: water });
  for (const r of [0.34, 0.6, 0.86])
    d.path(ring(r, 0.08), { fill: 'none', stroke: '#FFF5DC', 'stroke-opacity': 0.5, 'stroke-width': 1.3 });
  for (const z of [4.6, 5.8, 7, 11, 13, 16])
    d.path(line([see([-0.3, 0, z]), see([0.18, 0, z + 0.06])]), {
      stroke: '#FFF5DC',
      'stroke-opacity': 0.6,
      'stroke-width': 1.4,
    });
  for (const z of [14, 8.95]) {
    for (const side of [-1, 1]) {
      const [x, y] = see([side * 4.65, 0, z]);
      const size = 700 / z;
      d.ellipse([x - size * 0.3, y + size * 0.03], size * 0.7, size * 0.12, {
        fill: '#2A2417',
        'fill-opacity': 0.35,
      });
      d.rect(x - size * 0.05, y - size * 0.7, size * 0.1, size * 0.72, { fill: '#4A3B2A' });
      crown(
        d,
        660 + z + side,
        [x, y - size * 1.05],
        [size * 0.5, size * 0.46],
        { deep: '#154636', middle: '#357A5F', bright: '#D9BC72' },
        900,
        80,
      );
    }
  }
  finish(d, 49, { brush: 0.16, streak: 1 });
  return d;
}
