import { archPath, at, Drawing, type Point } from './drawing';
import { mix } from './palette';

type Shades = readonly [ground: string, deep: string, middle: string, bright: string];

const evergreen: Shades = ['#DCE6DA', '#0E5A47', '#5E9C86', '#D6A45A'];
const night: Shades = ['#1B3442', '#0E202B', '#5F8794', '#F0DDB0'];
const clay: Shades = ['#EBCDB4', '#8B4A37', '#C27A58', '#FBE9C6'];
const sand: Shades = ['#F0E2C4', '#8C6A35', '#D0AE74', '#0E5A47'];
const forest: Shades = ['#0E4A3B', '#062A21', '#3C8A70', '#E0B468'];
const dusk: Shades = ['#C9D3D6', '#45606F', '#8CA3AE', '#C0714F'];
const rose: Shades = ['#F3DCCB', '#A4563B', '#DDA68B', '#2C7560'];

function fade(d: Drawing, from: string, to: string): string {
  return d.linear(
    [30, 0],
    [130, 160],
    [
      [0, from],
      [1, to],
    ],
  );
}

function hills(d: Drawing, y: number, lift: number, colours: readonly string[]): void {
  for (const [index, colour] of colours.entries()) {
    const top = y + index * 24;
    const rise = lift * (index % 2 === 0 ? 1 : -1);
    d.path(
      `M-40 ${top}C30 ${at(top - rise)} 70 ${at(top + rise)} 110 ${top}S170 ${at(top - rise)} 200 ${top}V200H-40Z`,
      { fill: fade(d, mix(colour, '#FFF3D6', 0.14), colour) },
    );
  }
}

function nested(d: Drawing, count: number, half: number, base: number, from: string, to: string): void {
  for (let index = 0; index < count; index++) {
    const share = index / Math.max(1, count - 1);
    d.path(archPath(80, half * (1 - share * 0.8), 92 - index, base), { fill: mix(from, to, share) });
  }
}

function contours(d: Drawing, centre: Point, count: number, gap: number, colour: string): void {
  for (let index = 1; index <= count; index++) {
    d.circle(centre, gap * index, {
      fill: 'none',
      stroke: colour,
      'stroke-width': 2,
      'stroke-opacity': 0.75 - index * 0.05,
    });
  }
}

const compositions: readonly ((d: Drawing) => void)[] = [
  (d) => {
    ground(d, evergreen);
    nested(d, 5, 58, 200, evergreen[1], evergreen[3]);
  },
  (d) => {
    ground(d, night);
    contours(d, [104, 56], 7, 17, night[2]);
    d.circle([104, 56], 20, { fill: night[3] });
    hills(d, 112, 14, [night[2], night[1]]);
  },
  (d) => {
    ground(d, clay);
    d.path(archPath(80, 46, 82, 200), { fill: fade(d, clay[2], clay[1]) });
    d.circle([80, 80], 24, { fill: clay[3] });
  },
  (d) => {
    ground(d, sand);
    for (let i = 0; i < 4; i++)
      d.path(archPath(20 + i * 40, 16, i % 2 === 0 ? 62 : 92, 200), {
        fill: fade(d, sand[2], i % 2 === 0 ? sand[1] : sand[3]),
      });
  },
  (d) => {
    ground(d, forest);
    d.circle([80, 66], 34, { fill: fade(d, '#F6DDA6', forest[3]) });
    hills(d, 92, 12, [forest[2], '#1D6450', forest[1]]);
  },
  (d) => {
    ground(d, dusk);
    d.path('M-10 170A90 90 0 0 1 170 170Z', { fill: fade(d, dusk[2], dusk[1]) });
    d.path('M26 170A54 54 0 0 1 134 170Z', { fill: dusk[3] });
    d.circle([80, 52], 15, { fill: '#F7F5F0' });
  },
  (d) => {
    ground(d, rose);
    contours(d, [80, 160], 9, 16, rose[1]);
    d.circle([80, 56], 26, { fill: fade(d, '#8FC0A6', rose[3]) });
  },
  (d) => {
    ground(d, evergreen);
    d.path(archPath(52, 34, 70, 200), { fill: fade(d, evergreen[2], evergreen[1]) });
    d.path(archPath(108, 34, 98, 200), { fill: fade(d, '#EBC98C', evergreen[3]) });
  },
  (d) => {
    ground(d, forest);
    for (let i = 0; i < 7; i++)
      d.path(`M-10 ${44 + i * 18}C40 ${20 + i * 20} 90 ${72 + i * 14} 170 ${34 + i * 18}`, {
        fill: 'none',
        stroke: mix(forest[3], forest[2], i / 6),
        'stroke-width': 6,
      });
  },
  (d) => {
    ground(d, night);
    nested(d, 4, 62, 200, night[2], night[3]);
    d.circle([80, 96], 8, { fill: night[1] });
  },
  (d) => {
    ground(d, sand);
    d.circle([62, 84], 42, { fill: sand[3], 'fill-opacity': 0.9 });
    d.circle([100, 84], 42, { fill: sand[1], 'fill-opacity': 0.72 });
  },
  (d) => {
    ground(d, clay);
    d.circle([112, 52], 24, { fill: clay[3] });
    hills(d, 84, 16, [clay[2], '#A65F45', clay[1]]);
  },
  (d) => {
    ground(d, dusk);
    d.path('M80 20L140 140H20Z', { fill: fade(d, dusk[2], dusk[1]) });
    d.path('M80 20L80 140H140Z', { fill: '#F7F5F0', 'fill-opacity': 0.4 });
    d.rect(-10, 140, 200, 60, { fill: dusk[1] });
    d.circle([122, 42], 13, { fill: dusk[3] });
  },
  (d) => {
    ground(d, rose);
    for (let i = 0; i < 3; i++)
      d.path(archPath(80, 56 - i * 18, 72 + i * 20, 200), { fill: [rose[1], rose[2], rose[3]][i] });
  },
  (d) => {
    ground(d, forest);
    d.path(archPath(80, 50, 78, 200), { fill: fade(d, '#F4EBD6', '#D9C79E') });
    d.group({ 'clip-path': d.clip(archPath(80, 50, 78, 200)) }, () => {
      d.circle([94, 84], 17, { fill: forest[3] });
      hills(d, 112, 10, [forest[2], '#0E5A47']);
    });
  },
];

function ground(d: Drawing, [colour, deep]: Shades): void {
  d.wash(fade(d, mix(colour, '#FFFFFF', 0.18), mix(colour, deep, 0.16)));
}

/** Pictures for the sample reviews: fifteen plain geometric signs, none of them a person; 160x160. */
export function avatars(): Drawing[] {
  return compositions.map((compose) => {
    const d = new Drawing(160, 160);
    compose(d);
    return d;
  });
}
