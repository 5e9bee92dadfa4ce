import { finish, haze, rings, sun } from './atmosphere';
import { bleed, Drawing, line, type Point, polygon } from './drawing';
import { between, seeded, wave } from './noise';
import { tones } from './palette';
import { camera } from './perspective';
import { hill, ridge } from './terrain';

const see = camera([470, 118], 560, 7.6);
const sway = wave(511, 2);
const warp = wave(523, 2);

/** A place in the patchwork (columns u, rows v) on the canvas: the grid is bent, as field boundaries are. */
function field(u: number, v: number): Point {
  const z = 8.6 + v * 2.5 + warp(u * 0.34 + 9) * 0.75 + v * v * 0.16;
  const x = u * 3.3 + sway(v * 0.42) * 1.5 + warp(v * 0.8 + u * 0.6) * 0.35;
  return see([x, sway(u * 0.21 + v * 0.3) * 0.25, z]);
}

function along(u1: number, v1: number, u2: number, v2: number): Point[] {
  return Array.from({ length: 13 }, (_, index) => {
    const share = index / 12;
    return field(u1 + (u2 - u1) * share, v1 + (v2 - v1) * share);
  });
}

const crops = [
  { base: '#C9A45C', line: '#A57E3C', kind: 'rows' },
  { base: '#2F6F59', line: '#1B5443', kind: 'trees' },
  { base: '#86A77F', line: '#6A8F6C', kind: 'across' },
  { base: '#B9694A', line: '#96503A', kind: 'rows' },
  { base: '#E3CFA0', line: '#C6AC75', kind: 'across' },
  { base: '#4E8A70', line: '#37745B', kind: 'rows' },
  { base: '#8FA9A6', line: '#74928F', kind: 'rows' },
  { base: '#6F9A5E', line: '#527F4A', kind: 'trees' },
  { base: '#D9B375', line: '#BC9250', kind: 'plain' },
  { base: '#1F5E4A', line: '#144A3A', kind: 'across' },
] as const;

/** Differently planted fields seen at an angle from above; landscape, 900x600. */
export function diversification(): Drawing {
  const d = new Drawing(900, 600);
  const random = seeded(531);
  d.wash(
    d.linear(
      [0, 0],
      [0, 170],
      [
        [0, '#8FB0AE'],
        [0.6, '#E0DDBE'],
        [1, '#F5DDA9'],
      ],
    ),
  );
  sun(d, [690, 78], 26, '#FFF7E0', '#F0BE6E', 260);
  rings(d, [690, 78], 26, 20, 7, tones.paper);
  const light = { x: 690, colour: '#FFE9BC', strength: 0.5 };
  hill(d, ridge(533, 112, 20, 150, 3), { crest: '#9DB6A6', foot: '#E2D5AE', depth: 70, light });
  hill(d, ridge(537, 142, 12, 130), { crest: '#6D9A86', foot: '#B9C19A', depth: 60, light });
  let last = -1;
  for (let v = 13; v >= -1; v--) {
    for (let u = -15; u <= 14; u++) {
      let pick = Math.floor(random() * crops.length);
      if (pick === last) pick = (pick + 3) % crops.length;
      last = pick;
      const crop = crops[pick];
      if (crop === undefined) continue;
      const outline = [
        ...along(u, v, u + 1, v),
        ...along(u + 1, v, u + 1, v + 1),
        ...along(u + 1, v + 1, u, v + 1),
        ...along(u, v + 1, u, v),
      ];
      if (outline.every(([x]) => x < -bleed) || outline.every(([x]) => x > d.width + bleed)) continue;
      const [nearX, nearY] = field(u + 0.2, v);
      const [farX, farY] = field(u + 0.8, v + 1);
      d.path(polygon(outline), { fill: crop.base });
      d.path(polygon(outline), {
        fill: d.linear(
          [nearX, nearY],
          [farX, farY],
          [
            [0, '#0A3B2F', 0.22],
            [0.5, '#0A3B2F', 0],
            [1, '#FFF0C8', 0.3],
          ],
        ),
      });
      const weight = Math.max(0.5, (nearY - 110) / 190);
      if (crop.kind === 'rows' || crop.kind === 'across') {
        const count = 9 + Math.floor(random() * 5);
        const strokes = Array.from({ length: count }, (_, index) => {
          const share = (index + 0.7) / (count + 0.4);
          return line(
            crop.kind === 'rows'
              ? along(u + share, v + 0.04, u + share, v + 0.96)
              : along(u + 0.04, v + share, u + 0.96, v + share),
          );
        });
        d.path(strokes.join(''), {
          fill: 'none',
          stroke: crop.line,
          'stroke-opacity': 0.75,
          'stroke-width': (weight * 1.5).toFixed(2),
        });
      }
      // Hedges: the shade they throw to the viewer's left, then the hedge itself.
      const hedge = `${line(along(u, v, u + 1, v))}${line(along(u, v, u, v + 1))}`;
      d.path(hedge, {
        fill: 'none',
        stroke: '#0A3327',
        'stroke-opacity': 0.35,
        'stroke-width': (weight * 4.6).toFixed(2),
        transform: `translate(${(-weight * 2).toFixed(1)} ${weight.toFixed(1)})`,
      });
      d.path(hedge, {
        fill: 'none',
        stroke: '#1C5341',
        'stroke-width': (weight * 2.5).toFixed(2),
        'stroke-linecap': 'round',
      });
      if (crop.kind === 'trees') {
        for (let row = 4; row >= 0; row--) {
          for (let column = 0; column < 5; column++) {
            const [x, y] = field(u + (column + 0.6) / 5.2, v + (row + 0.6) / 5.2);
            const r = weight * between(random, 4, 5.2);
            d.ellipse([x - r * 0.8, y + r * 0.35], r * 1.4, r * 0.5, {
              fill: '#0A3327',
              'fill-opacity': 0.45,
            });
            d.circle([x, y - r * 0.6], r, { fill: '#174A3A' });
            d.circle([x + r * 0.28, y - r * 0.86], r * 0.6, { fill: '#8FAE72', 'fill-opacity': 0.75 });
          }
        }
      }
    }
  }
  haze(d, 178, 66, '#F6E3B6', 0.8);
  d.wash(
    d.radial([690, 100], 700, [
      [0, '#FFE6AE', 0.3],
      [1, '#FFE6AE', 0],
    ]),
  );
  finish(d, 47, { brush: 0.2, streak: 1 });
  return d;
}
