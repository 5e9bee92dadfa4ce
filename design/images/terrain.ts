import { bleed, type Drawing, line, type Point } from './drawing';
import { between, seeded, wave } from './noise';
import { mix } from './palette';

/** The height of the ground's edge (y) at a place (x). */
export type Ridge = (x: number) => number;

/** A soft ridge around `base`, up to `rise` above and below, one hill about every `length` pixels. */
export function ridge(seed: number, base: number, rise: number, length: number, octaves = 2): Ridge {
  const shape = wave(seed, octaves);
  return (x) => base - shape(x / length) * rise;
}

/** The edge as points from left to right, a little past both sides. */
export function edge(width: number, shape: Ridge, step = 8): Point[] {
  return Array.from({ length: Math.ceil((width + bleed * 2) / step) + 1 }, (_, index) => {
    const x = index * step - bleed;
    return [x, shape(x)] as const;
  });
}

/** Everything below the edge, as a closed path. */
export function ground(d: Drawing, shape: Ridge): string {
  return `${line(edge(d.width, shape))}V${d.height + bleed}H${-bleed}Z`;
}

interface Hill {
  /** Colours at the crest and at the foot. */
  crest: string;
  foot: string;
  depth: number;
  /** Where the light comes from and its colour and strength. */
  light: { x: number; colour: string; strength: number };
}

/** One hill: darker or hazier towards its foot, with light along the crest that is strongest near the sun. */
export function hill(d: Drawing, shape: Ridge, { crest, foot, depth, light }: Hill): void {
  const points = edge(d.width, shape);
  const top = Math.min(...points.map(([, y]) => y));
  const body = ground(d, shape);
  d.path(body, {
    fill: d.linear(
      [0, top],
      [0, top + depth],
      [
        [0, crest],
        [1, foot],
      ],
    ),
  });
  d.group({ 'clip-path': d.clip(body) }, () => {
    const paint = sideLight(d, light.x, light.colour, light.strength);
    d.path(line(points), {
      fill: 'none',
      stroke: paint,
      'stroke-width': depth * 0.26,
      filter: d.blur(depth * 0.06),
    });
  });
  d.path(line(points), {
    fill: 'none',
    stroke: sideLight(d, light.x, light.colour, Math.min(1, light.strength * 1.5)),
    'stroke-width': 1.8,
  });
}

/** A paint that is strongest at `x` and fades to both sides. */
export function sideLight(d: Drawing, x: number, colour: string, strength: number): string {
  const reach = d.width * 0.75;
  return d.linear(
    [x - reach, 0],
    [x + reach, 0],
    [
      [0, colour, strength * 0.12],
      [0.32, colour, strength * 0.4],
      [0.5, colour, strength],
      [0.68, colour, strength * 0.4],
      [1, colour, strength * 0.12],
    ],
  );
}

interface Terraces {
  steps: number;
  /** Colours of the highest and the lowest step, and of the fields strewn among them. */
  high: string;
  low: string;
  fields: readonly string[];
  light: { x: number; colour: string; strength: number };
  shade: string;
}

/** Terraced ground between a crest and a floor: steps narrow where the two come close, as contour lines do. */
export function terraces(d: Drawing, seed: number, crest: Ridge, floor: Ridge, options: Terraces): void {
  const random = seeded(seed);
  const { steps, high, low, fields, light, shade } = options;
  const wobble = wave(seed + 7, 2);
  const levels = Array.from({ length: steps }, (_, index): Ridge => {
    const share = (index / steps) ** 1.2;
    const phase = index * 0.35;
    return (x) => {
      const top = crest(x);
      const gap = Math.max(0, floor(x) - top);
      return top + gap * share + wobble(x / 210 + phase) * gap * 0.028 * (index === 0 ? 0 : 1);
    };
  });
  const lit = sideLight(d, light.x, light.colour, light.strength);
  const glow = sideLight(d, light.x, light.colour, light.strength * 0.3);
  d.group({ 'clip-path': d.clip(ground(d, crest)) }, () => {
    for (const [index, level] of levels.entries()) {
      const share = index / steps;
      const tone = mix(high, low, share);
      const field = fields[Math.floor(random() * fields.length)] ?? tone;
      const fill = mix(tone, field, random() < 0.55 ? between(random, 0.12, 0.5) : between(random, 0, 0.08));
      const points = edge(d.width, level);
      const width = 4 + share * 9;
      d.path(ground(d, level), { fill });
      // The wall of the step above throws its shade on this step; this step's own edge catches the light.
      d.path(line(points.map(([x, y]) => [x, y + width / 2] as const)), {
        fill: 'none',
        stroke: shade,
        'stroke-opacity': 0.3,
        'stroke-width': width,
      });
      d.path(line(points.map(([x, y]) => [x, y + width * 1.9] as const)), {
        fill: 'none',
        stroke: glow,
        'stroke-width': width * 1.6,
      });
      d.path(line(points), { fill: 'none', stroke: lit, 'stroke-width': 1.2 + share * 1.2 });
    }
  });
}

/** Peaks with a lit and a shaded flank. `peaks` are [x, y] of the tops, `base` the y of the feet. */
export function mountains(
  d: Drawing,
  seed: number,
  peaks: readonly Point[],
  options: { base: number; slope: number; lit: string; shaded: string; foot: string },
): void {
  const { base, slope, lit, shaded, foot } = options;
  const random = seeded(seed);
  const flank = ([x, y]: Point, toX: number, rough: number): Point[] => {
    const parts = 26;
    return Array.from({ length: parts + 1 }, (_, index) => {
      const share = index / parts;
      const ease = share ** 0.94;
      const shake = index === 0 || index === parts ? 0 : between(random, -rough, rough);
      return [x + (toX - x) * share + shake * 0.6, y + (base - y) * ease + shake] as const;
    });
  };
  const ordered = [...peaks].sort((a, b) => a[1] - b[1]);
  for (const peak of ordered) {
    const [x, y] = peak;
    const half = (base - y) * slope;
    const left = flank(peak, x - half * between(random, 0.9, 1.15), (base - y) * 0.014);
    const right = flank(peak, x + half * between(random, 0.9, 1.15), (base - y) * 0.014);
    const spine = flank(peak, x + half * between(random, -0.3, 0.05), (base - y) * 0.034);
    const paint = (colour: string, keep: number) =>
      d.linear(
        [x, y],
        [x, base],
        [
          [0, colour],
          [keep, mix(colour, foot, 0.55)],
          [1, foot],
        ],
      );
    d.path(`${line([...left].reverse())}${line(right).replace('M', 'L')}Z`, { fill: paint(shaded, 0.6) });
    d.path(`${line(spine)}${line([...right].reverse()).replace('M', 'L')}Z`, { fill: paint(lit, 0.5) });
    for (let index = 0; index < 6; index++) {
      // Gullies: slivers of shade on the lit side, of light on the other.
      const from = between(random, 0.12, 0.6);
      const side = index % 2 === 0 ? 1 : -1;
      const sx = x + side * half * from * between(random, 0.25, 0.7);
      const sy = y + (base - y) * from;
      const long = (base - y) * between(random, 0.16, 0.34);
      d.path(
        line([
          [sx, sy],
          [sx + side * long * slope * 0.5, sy + long],
          [sx + side * long * slope * 0.16, sy + long * 0.8],
        ]),
        { fill: side > 0 ? shaded : lit, 'fill-opacity': side > 0 ? 0.4 : 0.22 },
      );
    }
  }
}
