import { clouds, finish, rings, sun } from './atmosphere';
import { far, left, niches, openings, right, see, shown, side, spring, sunlight, vault } from './colonnade';
import { Drawing, line, type Point } from './drawing';
import { wave } from './noise';
import { tones } from './palette';
import { cypress } from './plants';
import { hill, ridge, terraces } from './terrain';

const sunAt: Point = [560, 655];

/** What lies outside: hills in the morning, drawn over the whole canvas and later cut by the openings. */
function view(d: Drawing): void {
  d.wash(
    d.linear(
      [0, 150],
      [0, 860],
      [
        [0, '#7FA0A6'],
        [0.45, '#C9D2BE'],
        [0.8, '#F3DDB0'],
        [1, '#F6D095'],
      ],
    ),
  );
  clouds(d, 91, 9, 240, 640, '#FFF3DC');
  sun(d, sunAt, 40, '#FFF7E0', '#F5C877', 560);
  rings(d, sunAt, 40, 34, 9, tones.paper);
  const light = (strength: number) => ({ x: 560, colour: '#FFE8B8', strength });
  hill(d, ridge(95, 742, 46, 210, 3), { crest: '#A8BDAA', foot: '#E2D6AE', depth: 120, light: light(0.5) });
  hill(d, ridge(97, 790, 34, 190), { crest: '#77A08A', foot: '#B7C19B', depth: 100, light: light(0.5) });
  const near = ridge(99, 852, 36, 260);
  hill(d, near, { crest: '#4B8069', foot: '#2F6A54', depth: 200, light: light(0.5) });
  terraces(d, 98, near, ridge(96, 1090, 60, 260), {
    steps: 12,
    high: '#548971',
    low: '#235B47',
    fields: ['#C0A566', '#6E9A78', '#AB7450'],
    light: light(0.6),
    shade: '#164637',
  });
  for (const [x, tall] of [
    [96, 130],
    [138, 178],
    [172, 118],
    [372, 96],
    [400, 120],
    [478, 60],
  ] as const) {
    cypress(d, [x, near(x) + 40], tall, '#1B5241', '#EBCB8B', 560);
  }
}

/** A colonnade in low light: long shadows on the floor, hills through the arches; portrait, 1200x1500. */
export function arcade(): Drawing {
  const d = new Drawing(1200, 1500);
  view(d);
  const outside = d.record(() => view(d));
  d.wash('#12352C');
  vault(d);
  // The end of the passage: an arch of its own, open to the hills.
  const middle = (left + right) / 2;
  const half = (right - left) / 2;
  const end = Array.from({ length: 41 }, (_, index) => {
    const angle = Math.PI * (1 - index / 40);
    return [middle + Math.cos(angle) * half * 0.8, spring - 0.3 + Math.sin(angle) * half * 0.8, far] as const;
  });
  const gable = Array.from({ length: 41 }, (_, index) => {
    const angle = Math.PI * (1 - index / 40);
    return [middle + Math.cos(angle) * half, spring + Math.sin(angle) * half, far] as const;
  });
  d.path(shown([[left, 0, far], ...gable, [right, 0, far]]), { fill: '#CDB98E' });
  d.place(outside, {
    'clip-path': d.clip(shown([[middle - half * 0.8, 0, far], ...end, [middle + half * 0.8, 0, far]])),
  });
  // Floor, then the wall on the right, then the light on both.
  d.path(
    shown([
      [left, 0, 1.2],
      [left, 0, far],
      [right, 0, far],
      [right, 0, 1.2],
    ]),
    {
      fill: d.linear(
        [0, 1500],
        [0, 870],
        [
          [0, '#0C2E25'],
          [0.4, '#24483B'],
          [0.8, '#5D6B53'],
          [1, '#C9B585'],
        ],
      ),
    },
  );
  d.path(
    shown([
      [right, 0, 1.2],
      [right, 0, far],
      [right, spring, far],
      [right, spring, 1.2],
    ]),
    {
      fill: d.linear(
        [1200, 0],
        [760, 0],
        [
          [0, '#274A3F'],
          [0.4, '#6B7158'],
          [0.75, '#B08F66'],
          [1, '#E0C794'],
        ],
      ),
    },
  );
  niches(d);
  sunlight(d);
  d.group({ stroke: '#0A2A21', 'stroke-opacity': 0.28, 'stroke-width': 1.6, fill: 'none' }, () => {
    for (let x = left + 0.55; x < right; x += 0.55) d.path(line([see([x, 0, 1.3]), see([x, 0, far])]), {});
    for (let z = 2; z < far; z += 0.575 + z * 0.02) d.path(line([see([left, 0, z]), see([right, 0, z])]), {});
  });
  // The wall on the left: its face, the depth of its openings, and the view through both.
  d.path(
    shown([
      [left, 0, 1.05],
      [left, 0, far],
      [left, spring, far],
      [left, spring, 1.05],
    ]),
    {
      fill: d.linear(
        [0, 0],
        [640, 0],
        [
          [0, '#0D3027'],
          [0.5, '#2F5143'],
          [1, '#B8A478'],
        ],
      ),
    },
  );
  const inner = side(left);
  d.path(inner, {
    fill: d.linear(
      [0, 420],
      [0, 1150],
      [
        [0, '#B59A69'],
        [0.4, '#EACB93'],
        [1, '#FFE9BD'],
      ],
    ),
  });
  d.place(outside, { 'clip-path': d.clip(side(left - 0.3), d.clip(inner)) });
  d.path(inner, { fill: 'none', stroke: '#FFF0CC', 'stroke-opacity': 0.75, 'stroke-width': 2 });
  // A moulding where the vault springs, on both sides.
  for (const x of [left, right]) {
    d.path(
      shown([
        [x, spring - 0.12, 1.05],
        [x, spring - 0.12, far],
        [x, spring + 0.05, far],
        [x, spring + 0.05, 1.05],
      ]),
      { fill: '#E9D2A2', 'fill-opacity': x === left ? 0.3 : 0.7 },
    );
    d.path(
      shown([
        [x, spring - 0.2, 1.05],
        [x, spring - 0.2, far],
        [x, spring - 0.12, far],
        [x, spring - 0.12, 1.05],
      ]),
      { fill: '#06231B', 'fill-opacity': 0.45 },
    );
  }
  const [endX, endY] = see([middle, 1.9, far]);
  d.circle([endX, endY], 520, {
    fill: d.radial([endX, endY], 520, [
      [0, '#FFE9BC', 0.75],
      [0.25, '#FBDDA6', 0.3],
      [1, '#FBDDA6', 0],
    ]),
  });
  // Beams through the dust of the air.
  const sway = wave(5, 1);
  d.group({ filter: d.blur(16), style: 'mix-blend-mode:screen' }, () => {
    for (const [index, { middle: at }] of openings.slice(0, 6).entries()) {
      const drop = 1.6 + sway(index) * 0.2;
      d.path(
        shown([
          [left, 3.2, at - 0.5],
          [left, 3.2, at + 0.6],
          [left + drop * 2.1, 0.5, Math.max(1.6, at - 0.7)],
          [left + drop * 1.6, 0.2, Math.max(1.5, at - 1.5)],
        ]),
        { fill: '#FBDFA8', 'fill-opacity': 0.07 },
      );
    }
  });
  finish(d, 23, { vignette: 0.42, streak: 1 });
  return d;
}
