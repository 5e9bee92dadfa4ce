import { clouds, finish, haze, rings, sun } from './atmosphere';
import { at, Drawing, line, type Point } from './drawing';
import { between, type Random, seeded } from './noise';
import { tones } from './palette';
import { crown, grass } from './plants';
import { hill, ridge, terraces } from './terrain';

/** A branch and all that grows from it, as tapering strokes. */
function branch(
  d: Drawing,
  random: Random,
  from: Point,
  angle: number,
  length: number,
  width: number,
  depth: number,
): void {
  const [x, y] = from;
  const to: Point = [x + Math.cos(angle) * length, y + Math.sin(angle) * length];
  const bend = between(random, -0.16, 0.16) * length;
  d.path(
    `M${at(x)} ${at(y)}Q${at((x + to[0]) / 2 + bend)} ${at((y + to[1]) / 2)} ${at(to[0])} ${at(to[1])}`,
    {
      fill: 'none',
      stroke: '#1A2B22',
      'stroke-width': width.toFixed(1),
      'stroke-linecap': 'round',
    },
  );
  if (depth === 0) return;
  for (const turn of [-0.52, 0.06, 0.5]) {
    branch(
      d,
      random,
      to,
      angle + turn + between(random, -0.12, 0.12),
      length * between(random, 0.66, 0.8),
      width * 0.6,
      depth - 1,
    );
  }
}

/** An old tree on a hill over long fields; landscape, 900x600. */
export function retirement(): Drawing {
  const d = new Drawing(900, 600);
  const low: Point = [640, 236];
  d.wash(
    d.linear(
      [0, 0],
      [0, 330],
      [
        [0, '#7C9DA2'],
        [0.45, '#C6CFB9'],
        [0.8, '#F2D8A6'],
        [1, '#EFC68E'],
      ],
    ),
  );
  clouds(d, 401, 8, 40, 210, '#FFF1D8');
  sun(d, low, 44, '#FFF3D2', '#EBB25C', 330);
  rings(d, low, 44, 26, 8, tones.paper);
  const light = (strength: number) => ({ x: low[0], colour: '#FFE4AE', strength });
  hill(d, ridge(405, 286, 26, 170, 3), { crest: '#A9BBA8', foot: '#E3CFA4', depth: 90, light: light(0.5) });
  const middle = ridge(409, 330, 18, 260);
  haze(d, 330, 40, '#F6DDAE', 0.45);
  hill(d, middle, { crest: '#6C9A84', foot: '#A7B48E', depth: 90, light: light(0.5) });
  terraces(d, 411, middle, ridge(413, 470, 24, 240), {
    steps: 10,
    high: '#7CA488',
    low: '#4C8068',
    fields: ['#D3B878', '#C58F62', '#8DB092', '#E0CB94'],
    light: light(0.5),
    shade: '#24584A',
  });
  const mound = (x: number) => 560 - 150 * Math.exp(-(((x - 285) / 250) ** 2)) + ridge(417, 0, 5, 90)(x);
  const near = (x: number) => mound(x) - 26;
  hill(d, near, { crest: '#2B6B55', foot: '#0B3A2D', depth: 190, light: light(0.55) });
  terraces(
    d,
    419,
    (x) => near(x) + 6,
    (x) => 640 + (near(x) - 480) * 0.5,
    {
      steps: 7,
      high: '#1E5C48',
      low: '#0C3F31',
      fields: ['#2F7058', '#7C7444'],
      light: light(0.4),
      shade: '#052219',
    },
  );
  const foot: Point = [278, near(278) + 6];
  d.path(
    line([
      [foot[0] - 8, foot[1] + 4],
      [40, foot[1] + 62],
      [-60, foot[1] + 120],
      [60, foot[1] + 108],
      [foot[0] + 12, foot[1] + 6],
    ]),
    { fill: '#052219', 'fill-opacity': 0.4, filter: d.blur(5) },
  );
  const random = seeded(421);
  d.path(
    `M${foot[0] - 34} ${foot[1] + 8}Q${foot[0] - 10} ${foot[1] - 6} ${foot[0] - 13} ${foot[1] - 84}H${foot[0] + 11}Q${foot[0] + 9} ${foot[1] - 8} ${foot[0] + 36} ${foot[1] + 9}Z`,
    {
      fill: d.linear(
        [foot[0] - 20, 0],
        [foot[0] + 22, 0],
        [
          [0, '#14241C'],
          [0.7, '#33402F'],
          [1, '#B98B54'],
        ],
      ),
    },
  );
  for (const angle of [-2.35, -1.85, -1.35, -0.85])
    branch(d, random, [foot[0], foot[1] - 76], angle, between(random, 52, 66), 12, 3);
  const colours = { deep: '#123F32', middle: '#2F6D55', bright: '#9DAA6C' };
  for (const [index, [dx, dy, rx, ry]] of (
    [
      [-104, -150, 72, 46],
      [96, -146, 76, 46],
      [-46, -196, 82, 52],
      [54, -204, 82, 50],
      [4, -160, 90, 46],
    ] as const
  ).entries()) {
    crown(d, 430 + index, [foot[0] + dx, foot[1] + dy], [rx, ry], colours, low[0], 95);
  }
  // A bench beside the trunk.
  const [bx, by] = [foot[0] + 76, near(foot[0] + 104) - 4];
  d.path(
    `M${bx} ${at(by)}h56M${bx + 6} ${at(by)}v14M${bx + 50} ${at(by)}v22M${bx} ${at(by - 15)}h56M${bx + 6} ${at(by - 15)}v15M${bx + 50} ${at(by - 15)}v15`,
    { stroke: '#0E2A20', 'stroke-width': 3.4, 'stroke-linecap': 'round', fill: 'none' },
  );
  grass(d, 23, near, 420, 11, '#15493A');
  finish(d, 45, { brush: 0.18 });
  return d;
}
