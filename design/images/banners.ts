import { clouds, finish, haze, rings, sun } from './atmosphere';
import { archPath, Drawing, type Point } from './drawing';
import { mix, tones } from './palette';
import { cypress, grass } from './plants';
import { hill, ridge, terraces } from './terrain';

/** The lower part of a banner carries white text: it sinks into the dark. */
function settle(d: Drawing): void {
  d.wash(
    d.linear(
      [0, d.height * 0.48],
      [0, d.height],
      [
        [0, '#051A14', 0],
        [0.22, '#051A14', 0.7],
        [0.7, '#04150F', 0.86],
        [1, '#04130E', 0.94],
      ],
    ),
  );
}

/** Arch behind arch, opening on the last light; portrait, 1080x1440. */
export function duskArcade(): Drawing {
  const d = new Drawing(1080, 1440);
  const [cx, floor] = [540, 790];
  d.wash(
    d.linear(
      [0, 250],
      [0, 720],
      [
        [0, '#1E4550'],
        [0.4, '#6F8C86'],
        [0.75, '#E2B583'],
        [1, '#E7A56B'],
      ],
    ),
  );
  clouds(d, 301, 9, 330, 600, '#F6D6AE');
  const low: Point = [592, 632];
  sun(d, low, 40, '#FFF0CC', '#F0B063', 420);
  rings(d, low, 40, 26, 8, tones.paper);
  const light = { x: low[0], colour: '#FFDDA6', strength: 0.5 };
  hill(d, ridge(305, 652, 22, 130, 3), { crest: '#90A290', foot: '#D8B98A', depth: 70, light });
  hill(d, ridge(309, 690, 18, 120), { crest: '#41705E', foot: '#2C5A4A', depth: 70, light });
  for (const [x, tall] of [
    [470, 64],
    [484, 88],
    [640, 72],
  ] as const)
    cypress(d, [x, 712], tall, '#123D31', '#E8B774', low[0]);
  // Walls from the farthest to the nearest: each is an arch cut from the dark, lit from beyond.
  const walls = 7;
  for (let index = 0; index < walls; index++) {
    const share = index / (walls - 1);
    const scale = 0.4 * (1 / 0.4) ** share * 1.08;
    const half = 400 * scale;
    const spring = floor - 20 - 470 * scale;
    const base = floor + 560 * scale ** 1.25 - 90;
    const opening = archPath(cx + 10 * (1 - share), half, spring, base + 900);
    const colour = mix('#2E6453', '#0A2E25', share);
    // The floor between this wall and the one behind it.
    d.path(`M-40 ${base - 40 * scale}H1120V1480H-40Z`, {
      'clip-path': d.clip(opening),
      fill: d.linear(
        [0, base - 60 * scale],
        [0, base + 240 * scale],
        [
          [0, '#DDA66C', 0.82 - share * 0.42],
          [0.3, '#6E7358', 0.7],
          [1, '#0B2A22', 1],
        ],
      ),
    });
    d.path(`M-40 -40H1120V1480H-40Z${opening}`, {
      'fill-rule': 'evenodd',
      fill: d.radial([cx, spring + half * 0.6], half * 2.3, [
        [0.4, mix('#C99A66', '#5E6B54', share)],
        [0.62, colour],
        [1, mix(colour, '#04170F', 0.55)],
      ]),
    });
    const soffit = archPath(cx + 10 * (1 - share), half - 15 * scale - 3, spring, base + 900);
    d.path(`${opening}${soffit}`, {
      'fill-rule': 'evenodd',
      fill: d.linear(
        [cx - half, 0],
        [cx + half, 0],
        [
          [0, '#F0C48A', 0.95],
          [0.5, '#B98D5E', 0.8],
          [1, '#7C6A4E', 0.75],
        ],
      ),
    });
    d.path(archPath(cx + 10 * (1 - share), half + 26 * scale, spring, base + 900), {
      fill: 'none',
      stroke: '#F6DDB2',
      'stroke-opacity': 0.16,
      'stroke-width': 1.6,
    });
  }
  d.circle(low, 640, {
    style: 'mix-blend-mode:screen',
    fill: d.radial(low, 640, [
      [0, '#F3B76E', 0.2],
      [0.4, '#E2A35E', 0.08],
      [1, '#E2A35E', 0],
    ]),
  });
  settle(d);
  finish(d, 41, { vignette: 0.4, streak: 1, brush: 0.12 });
  return d;
}

/** Terraces under a low sun; portrait, 1080x1440. */
export function lowSun(): Drawing {
  const d = new Drawing(1080, 1440);
  const at: Point = [330, 476];
  d.wash(
    d.linear(
      [0, 0],
      [0, 640],
      [
        [0, '#123A40'],
        [0.4, '#4E7873'],
        [0.75, '#D9B98A'],
        [1, '#E9B277'],
      ],
    ),
  );
  clouds(d, 331, 8, 110, 430, '#F5D9B2');
  clouds(d, 333, 5, 60, 360, '#2C5860');
  sun(d, at, 96, '#FFEFC8', '#E5A14C', 560);
  rings(d, at, 96, 44, 9, tones.paper);
  const light = (strength: number) => ({ x: at[0], colour: '#FFD898', strength });
  hill(d, ridge(341, 566, 52, 300, 3), { crest: '#8DA394', foot: '#DDB98A', depth: 150, light: light(0.5) });
  hill(d, ridge(345, 628, 46, 340), { crest: '#4F8170', foot: '#A8A67F', depth: 160, light: light(0.5) });
  haze(d, 680, 70, '#EFC389', 0.4);
  const upper = ridge(349, 708, 60, 380);
  hill(d, upper, { crest: '#2B6652', foot: '#3F7259', depth: 200, light: light(0.55) });
  terraces(d, 351, upper, ridge(353, 900, 80, 320), {
    steps: 11,
    high: '#34725B',
    low: '#225D49',
    fields: ['#B8935A', '#4F8767', '#A0623F'],
    light: light(0.65),
    shade: '#082F25',
  });
  for (const [x, tall] of [
    [706, 130],
    [736, 178],
    [768, 112],
    [182, 92],
    [206, 122],
  ] as const)
    cypress(d, [x, upper(x) + 30], tall, '#0B3A2D', '#E9B96D', at[0]);
  const lower = ridge(357, 900, 74, 460);
  hill(d, lower, { crest: '#164F3D', foot: '#0B3A2D', depth: 240, light: light(0.45) });
  terraces(d, 361, lower, ridge(363, 1190, 90, 420), {
    steps: 13,
    high: '#1B5A46',
    low: '#0B3A2D',
    fields: ['#8A7440', '#2C6E54', '#7E4A30'],
    light: light(0.55),
    shade: '#03190F',
  });
  const near = ridge(367, 1180, 60, 520);
  hill(d, near, { crest: '#0B3528', foot: '#04170F', depth: 220, light: light(0.3) });
  grass(d, 17, near, 380, 24, '#07281E');
  settle(d);
  finish(d, 43, { vignette: 0.4 });
  return d;
}
