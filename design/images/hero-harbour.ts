import { clouds, finish, haze, rings, sun } from './atmosphere';
import { arcadeRow, boat, lighthouse } from './buildings';
import { at, bleed, Drawing, line, type Point, polygon } from './drawing';
import { between, seeded, wave } from './noise';
import { tones } from './palette';
import { cypress } from './plants';
import { edge, hill, ridge } from './terrain';

const horizon = 860;
const sunAt: Point = [330, 700];

/** Glints and furrows on the water, small and close at the horizon, long and sparse near the viewer. */
function ripples(
  d: Drawing,
  seed: number,
  count: number,
  colour: string,
  spread: (depth: number) => Point,
  opacity: number,
): void {
  const random = seeded(seed);
  const strokes = Array.from({ length: count }, () => {
    const depth = random() ** 1.7;
    const y = horizon + 6 + depth * (d.height - horizon);
    const [middle, reach] = spread(depth);
    const x = middle + (random() + random() - 1) * reach;
    const half = 8 + depth * between(random, 24, 120);
    const thick = 0.8 + depth * 4.6;
    return `M${at(x - half)} ${at(y)}Q${at(x)} ${at(y - thick)} ${at(x + half)} ${at(y)}Q${at(x)} ${at(y + thick)} ${at(x - half)} ${at(y)}Z`;
  });
  d.path(strokes.join(''), { fill: colour, 'fill-opacity': opacity });
}

function shore(d: Drawing): void {
  const light = { x: sunAt[0], colour: '#FFE3B0', strength: 0.5 };
  d.group({ 'clip-path': d.clip(`M${-bleed} ${-bleed}H${d.width + bleed}V${horizon}H${-bleed}Z`) }, () => {
    hill(d, ridge(51, 770, 60, 300, 3), { crest: '#9DB0AE', foot: '#E0CDAA', depth: 120, light });
    hill(d, (x) => ridge(57, 818, 40, 260)(x) + Math.max(0, 520 - x) * 0.14, {
      crest: '#6E9191',
      foot: '#A9B5A3',
      depth: 90,
      light,
    });
    // The headland: a rounded cliff that carries the lighthouse.
    const rough = wave(63, 3);
    const cliff = (x: number) =>
      horizon + 40 - 190 * Math.max(0, Math.min(1, (x - 560) / 230)) ** 0.62 + rough(x / 90) * 11;
    hill(d, cliff, { crest: '#3C7463', foot: '#123F34', depth: 190, light: { ...light, strength: 0.6 } });
    const layers = edge(d.width, cliff, 10);
    for (const depth of [26, 52, 84, 116]) {
      d.path(
        line(layers.map(([x, y]) => [x + depth * 0.2, y + depth + rough(x / 60 + depth) * 6] as const)),
        {
          fill: 'none',
          stroke: '#F3D9A6',
          'stroke-opacity': 0.2 - depth / 1000,
          'stroke-width': 1.8,
        },
      );
    }
    // The arcaded boathouse beside it.
    const base = 742;
    d.path(
      polygon([
        [900, base - 92],
        [1230, base - 92],
        [1250, base + 40],
        [900, base + 40],
      ]),
      {
        fill: d.linear(
          [900, 0],
          [1200, 0],
          [
            [0, '#F6E4C0'],
            [0.5, '#CDBB97'],
            [1, '#9FA08B'],
          ],
        ),
      },
    );
    d.path(
      polygon([
        [884, base - 90],
        [916, base - 140],
        [1240, base - 140],
        [1240, base - 90],
      ]),
      {
        fill: d.linear(
          [0, base - 140],
          [0, base - 90],
          [
            [0, '#C67A56'],
            [1, '#934B36'],
          ],
        ),
      },
    );
    d.path(arcadeRow(912, base + 20, 58, 6, 20, 58), { fill: '#173F37' });
    d.path(arcadeRow(918, base + 20, 58, 6, 17, 58), { fill: '#28594C' });
    for (const [x, tall] of [
      [872, 96],
      [1092, 210],
      [1130, 168],
    ] as const) {
      cypress(d, [x, 775], tall, '#0E4133', '#E8C585', sunAt[0]);
    }
    d.circle(lighthouse(d, [792, 778], 440, sunAt[0]), 210, {
      fill: d.radial([792, 402], 210, [
        [0, '#FFE9B8', 0.75],
        [0.3, '#FBD48F', 0.25],
        [1, '#FBD48F', 0],
      ]),
    });
    // The ground before the buildings hides their feet.
    hill(d, (x) => cliff(x) + 44 + rough(x / 70 + 3) * 8, {
      crest: '#2A6250',
      foot: '#0C352B',
      depth: 150,
      light,
    });
  });
  boat(d, [505, horizon], 92, '#FFF3D9', '#27463F', 0.02);
  boat(d, [128, horizon - 1], 46, '#F6E2BE', '#4A6662', -0.02);
  boat(d, [212, horizon], 58, '#E3B27E', '#4A6662', 0.03);
}

/** A harbour with a lighthouse on calm water; portrait, 1200x1500. */
export function harbour(): Drawing {
  const d = new Drawing(1200, 1500);
  d.wash(
    d.linear(
      [0, 0],
      [0, horizon],
      [
        [0, '#56727F'],
        [0.36, '#8FA9AE'],
        [0.66, '#D8CFB8'],
        [0.86, '#F2CF9C'],
        [1, '#EFC193'],
      ],
    ),
  );
  clouds(d, 71, 8, 130, 560, '#FBEAD2');
  clouds(d, 75, 6, 80, 430, '#6C8993');
  sun(d, sunAt, 78, '#FFF4D8', '#F0BC6C', 560);
  rings(d, sunAt, 78, 44, 8, tones.paper);
  const land = d.record(() => shore(d));
  d.place(land);

  d.rect(-bleed, horizon, d.width + bleed * 2, d.height - horizon + bleed, {
    fill: d.linear(
      [0, horizon],
      [0, d.height],
      [
        [0, '#EBCB9F'],
        [0.1, '#C9C6AE'],
        [0.36, '#7FA09F'],
        [0.7, '#3B6868'],
        [1, '#16413F'],
      ],
    ),
  });
  const water = d.clip(`M${-bleed} ${horizon}H${d.width + bleed}V${d.height + bleed}H${-bleed}Z`);
  const shiver = d.filter(
    '<feTurbulence type="fractalNoise" baseFrequency="0.006 0.055" numOctaves="2" seed="9" result="n"/><feDisplacementMap in="SourceGraphic" in2="n" scale="30" xChannelSelector="R" yChannelSelector="A"/><feGaussianBlur stdDeviation="1.2 2.6"/>',
  );
  const fade = d.mask(
    d.linear(
      [0, horizon],
      [0, horizon + 560],
      [
        [0, '#ffffff', 0.86],
        [0.6, '#ffffff', 0.5],
        [1, '#ffffff', 0.08],
      ],
    ),
  );
  d.group({ 'clip-path': water }, () => {
    d.group({ mask: fade }, () => {
      d.group({ filter: shiver }, () => {
        d.place(land, { transform: `matrix(1 0 0 -1 0 ${horizon * 2 - 12})` });
      });
    });
    d.rect(0, horizon, d.width, 640, {
      fill: d.radial([sunAt[0], horizon], 520, [
        [0, '#FFE3AE', 0.6],
        [0.4, '#FBD79C', 0.2],
        [1, '#FBD79C', 0],
      ]),
    });
    ripples(d, 81, 150, '#123D3C', () => [600, 700], 0.16);
    ripples(d, 82, 120, '#FFF3DA', () => [600, 720], 0.16);
    ripples(d, 83, 170, '#FFEBC0', (depth) => [sunAt[0], 46 + depth * 130], 0.5);
  });
  haze(d, horizon, 20, '#FBE3B8', 0.28);
  finish(d, 12);
  return d;
}
