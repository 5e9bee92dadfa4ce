import { clouds, finish, haze } from './atmosphere';
import { archPath, at, bleed, Drawing } from './drawing';
import { moon, moonAt, stars } from './night-sky';
import { between, seeded } from './noise';
import { fir, grass } from './plants';
import { hill, mountains, ridge } from './terrain';

const shoreline = 950;

/** A boathouse with lit arched windows: the one warm light of the night. */
function boathouse(d: Drawing): void {
  const [x, y] = [318, shoreline + 2];
  d.circle([x, y - 16], 170, {
    fill: d.radial([x, y - 16], 170, [
      [0, '#F3B968', 0.4],
      [1, '#F3B968', 0],
    ]),
  });
  d.path(`M${x - 54} ${y}V${y - 46}H${x + 70}V${y}Z`, {
    fill: d.linear(
      [x - 54, 0],
      [x + 70, 0],
      [
        [0, '#132B2C'],
        [1, '#2F4B4A'],
      ],
    ),
  });
  d.path(`M${x - 66} ${y - 42}L${x - 40} ${y - 84}H${x + 54}L${x + 82} ${y - 42}Z`, {
    fill: d.linear(
      [x - 66, 0],
      [x + 82, 0],
      [
        [0, '#0C2022'],
        [1, '#274144'],
      ],
    ),
  });
  d.path(`M${x + 54} ${y - 84}L${x + 82} ${y - 42}`, {
    stroke: '#BFD2C6',
    'stroke-opacity': 0.6,
    'stroke-width': 1.6,
    fill: 'none',
  });
  d.path(`M${x - 26} ${y - 76}V${y - 106}H${x - 12}V${y - 76}Z`, { fill: '#132B2C' });
  for (const offset of [-30, 8, 46]) {
    d.path(archPath(x + offset, 11, y - 22, y - 3), {
      fill: d.linear(
        [0, y - 33],
        [0, y],
        [
          [0, '#FFE2A0'],
          [1, '#E29B45'],
        ],
      ),
    });
    d.rect(x + offset - 0.7, y - 33, 1.4, 30, { fill: '#6C4A2A' });
  }
  for (const [offset, tall] of [
    [-92, 118],
    [-74, 84],
    [104, 96],
    [126, 70],
  ] as const)
    fir(d, 500 + tall, [x + offset, y + 2], tall, '#0C2E2C');
}

function land(d: Drawing): void {
  d.group({ 'clip-path': d.clip(`M${-bleed} ${-bleed}H${1200 + bleed}V${shoreline}H${-bleed}Z`) }, () => {
    mountains(
      d,
      231,
      [
        [180, 610],
        [420, 560],
        [1010, 590],
        [1180, 640],
        [700, 640],
      ],
      {
        base: 960,
        slope: 0.95,
        lit: '#8FAFB0',
        shaded: '#547985',
        foot: '#7E9FA0',
      },
    );
    haze(d, 860, 130, '#A8C3BC', 0.55);
    mountains(
      d,
      241,
      [
        [60, 660],
        [560, 520],
        [860, 690],
        [1110, 670],
        [330, 720],
      ],
      {
        base: 990,
        slope: 0.78,
        lit: '#DCE5D8',
        shaded: '#2C5260',
        foot: '#55807F',
      },
    );
    haze(d, 900, 80, '#9DBDB5', 0.5);
    const light = (strength: number) => ({ x: moonAt[0], colour: '#DCEBDD', strength });
    hill(d, ridge(251, 868, 30, 240, 3), {
      crest: '#2F5F5C',
      foot: '#47776F',
      depth: 100,
      light: light(0.4),
    });
    const wood = ridge(257, 915, 18, 200);
    hill(d, wood, { crest: '#123F3A', foot: '#1B4C46', depth: 60, light: light(0.25) });
    const random = seeded(263);
    for (let index = 0; index < 120; index++) {
      const x = random() * 1260 - 30;
      fir(
        d,
        300 + index,
        [x, wood(x) + between(random, 8, 26)],
        between(random, 26, 64),
        index % 3 === 0 ? '#164640' : '#0F3833',
      );
    }
  });
  boathouse(d);
}

/** Mountains and a lake under the moon; portrait, 1200x1500. */
export function night(): Drawing {
  const d = new Drawing(1200, 1500);
  d.wash(
    d.linear(
      [0, 0],
      [0, shoreline],
      [
        [0, '#0B1D28'],
        [0.35, '#1D3F4C'],
        [0.7, '#4A7378'],
        [1, '#8FB0A6'],
      ],
    ),
  );
  stars(d);
  moon(d);
  clouds(d, 221, 8, 330, 620, '#C9D8CE');
  const scene = d.record(() => land(d));
  d.place(scene);
  d.rect(-bleed, shoreline, 1200 + bleed * 2, 550 + bleed, {
    fill: d.linear(
      [0, shoreline],
      [0, 1500],
      [
        [0, '#7FA39D'],
        [0.3, '#41696C'],
        [0.7, '#173B45'],
        [1, '#0A222C'],
      ],
    ),
  });
  const shiver = d.filter(
    '<feTurbulence type="fractalNoise" baseFrequency="0.005 0.06" numOctaves="2" seed="3" result="n"/><feDisplacementMap in="SourceGraphic" in2="n" scale="24" xChannelSelector="R" yChannelSelector="A"/><feGaussianBlur stdDeviation="1 3"/>',
  );
  const fade = d.mask(
    d.linear(
      [0, shoreline],
      [0, shoreline + 520],
      [
        [0, '#ffffff', 0.82],
        [0.7, '#ffffff', 0.42],
        [1, '#ffffff', 0],
      ],
    ),
  );
  d.group(
    { 'clip-path': d.clip(`M${-bleed} ${shoreline}H${1200 + bleed}V${1500 + bleed}H${-bleed}Z`) },
    () => {
      d.group({ mask: fade }, () =>
        d.group({ filter: shiver }, () =>
          d.place(scene, { transform: `matrix(1 0 0 -1 0 ${shoreline * 2 - 10})` }),
        ),
      );
      const random = seeded(271);
      const glints = (count: number, middle: number, spread: (depth: number) => number) =>
        Array.from({ length: count }, () => {
          const depth = random() ** 1.3;
          const y = shoreline + 8 + depth * 480;
          const x = middle + (random() + random() - 1) * spread(depth);
          const half = between(random, 8, 26) + depth * between(random, 10, 70);
          const thick = 0.9 + depth * 3.4;
          return `M${at(x - half)} ${at(y)}Q${at(x)} ${at(y - thick)} ${at(x + half)} ${at(y)}Q${at(x)} ${at(y + thick)} ${at(x - half)} ${at(y)}Z`;
        }).join('');
      d.path(
        glints(150, moonAt[0], (depth) => 50 + depth * 110),
        { fill: '#F3F2DC', 'fill-opacity': 0.5 },
      );
      d.path(
        glints(90, 600, () => 700),
        { fill: '#D5E5DC', 'fill-opacity': 0.14 },
      );
      d.path(
        glints(40, 324, (depth) => 70 + depth * 40),
        { fill: '#F2BC70', 'fill-opacity': 0.35 },
      );
    },
  );
  haze(d, shoreline, 30, '#B7D0C4', 0.4);
  const bank = (x: number) => 1400 + ((x - 640) / 640) ** 2 * -110 + ridge(281, 0, 18, 160)(x);
  hill(d, bank, {
    crest: '#0B2A2A',
    foot: '#051417',
    depth: 160,
    light: { x: moonAt[0], colour: '#CFE3D8', strength: 0.16 },
  });
  grass(d, 9, bank, 420, 30, '#071E20');
  for (const [x, tall] of [
    [40, 560],
    [128, 420],
    [206, 270],
    [-20, 380],
    [1150, 640],
    [1060, 430],
    [1208, 420],
    [985, 250],
  ] as const) {
    fir(d, 400 + tall, [x, bank(x) + 40], tall, tall > 400 ? '#061A1D' : '#0A2527');
  }
  finish(d, 31, { vignette: 0.46, brush: 0.24 });
  return d;
}
