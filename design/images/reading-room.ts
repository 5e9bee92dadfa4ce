import { at, type Drawing, polygon } from './drawing';
import { between, seeded } from './noise';

/** Shelves of books between two heights of the wall, from `left` to `right`. */
export function shelves(d: Drawing, left: number, right: number, seed: number): void {
  const random = seeded(seed);
  const spines = [
    '#0E5A47',
    '#B9694A',
    '#D6A45A',
    '#45606F',
    '#E3CFA8',
    '#8B4A37',
    '#7FA690',
    '#123F33',
    '#F0E2C4',
  ];
  d.rect(left, 96, right - left, 474, { fill: '#0C3328' });
  for (let shelf = 0; shelf < 4; shelf++) {
    const floor = 206 + shelf * 118;
    d.rect(left, floor - 110, right - left, 26, {
      fill: d.linear(
        [0, floor - 110],
        [0, floor - 84],
        [
          [0, '#031711', 0.75],
          [1, '#031711', 0],
        ],
      ),
    });
    for (let x = left + 10; x < right - 14; ) {
      const thick = between(random, 9, 21);
      if (random() < 0.1) {
        x += between(random, 14, 44);
        continue;
      }
      const tall = between(random, 58, 90);
      const fill = spines[Math.floor(random() * spines.length)] ?? '#0E5A47';
      if (x + thick > right - 8) break;
      d.rect(x, floor - tall, thick - 1.4, tall, { fill, rx: 1.5 });
      d.rect(x, floor - tall, (thick - 1.4) * 0.4, tall, { fill: '#04170F', 'fill-opacity': 0.24 });
      d.rect(x + 1.5, floor - tall * 0.84, thick - 4.4, 2, { fill: '#F5DFAE', 'fill-opacity': 0.7 });
      d.rect(x + 1.5, floor - tall * 0.2, thick - 4.4, 2, { fill: '#F5DFAE', 'fill-opacity': 0.5 });
      x += thick;
    }
    d.rect(left - 4, floor, right - left + 8, 9, {
      fill: d.linear(
        [0, floor],
        [0, floor + 9],
        [
          [0, '#8E6D45'],
          [1, '#4C3B28'],
        ],
      ),
    });
  }
}

/** The desk before the window, with books and a lamp. */
export function desk(d: Drawing): void {
  const top = 620;
  d.path(
    polygon([
      [170, top],
      [1030, top],
      [1110, top + 66],
      [90, top + 66],
    ]),
    {
      fill: d.linear(
        [0, top],
        [0, top + 66],
        [
          [0, '#E0B57A'],
          [1, '#8A5A3A'],
        ],
      ),
    },
  );
  d.rect(90, top + 66, 1020, 18, {
    fill: d.linear(
      [90, 0],
      [1110, 0],
      [
        [0, '#3C2A1D'],
        [0.55, '#7A5135'],
        [1, '#3C2A1D'],
      ],
    ),
  });
  d.rect(130, top + 84, 940, 140, {
    fill: d.linear(
      [0, top + 84],
      [0, 800],
      [
        [0, '#3A281C'],
        [1, '#1C1712'],
      ],
    ),
  });
  // An open book, its pages lit from the window, and a pile beside it.
  d.path(
    `M520 ${top + 40}Q580 ${top + 14} 640 ${top + 36}Q700 ${top + 14} 760 ${top + 40}L742 ${top + 4}Q692 ${top - 14} 640 ${top + 8}Q588 ${top - 14} 538 ${top + 4}Z`,
    {
      fill: d.linear(
        [520, 0],
        [760, 0],
        [
          [0, '#E5D2AC'],
          [0.49, '#FFF6E0'],
          [0.5, '#D8C29A'],
          [0.62, '#FFF3D6'],
          [1, '#F1DDB6'],
        ],
      ),
    },
  );
  d.path(
    `M520 ${top + 40}Q580 ${top + 14} 640 ${top + 36}Q700 ${top + 14} 760 ${top + 40}v6Q700 ${top + 22} 640 ${top + 43}Q580 ${top + 22} 520 ${top + 46}Z`,
    { fill: '#0E5A47' },
  );
  for (const [index, [x, width, fill]] of (
    [
      [238, 176, '#0E5A47'],
      [252, 152, '#B9694A'],
      [244, 160, '#E3CFA8'],
      [262, 132, '#45606F'],
    ] as const
  ).entries()) {
    const y = top + 20 - index * 19;
    d.rect(x, y, width, 18, { fill, rx: 2.5 });
    d.rect(x + 6, y + 4, width - 6, 9, { fill: '#F5EAD0', 'fill-opacity': 0.85 });
    d.rect(x, y, 22, 18, { fill, rx: 2.5 });
    d.rect(x, y + 13, width, 5, { fill: '#04170F', 'fill-opacity': 0.22 });
  }
  // A lamp with a brass shade.
  const x = 905;
  d.ellipse([x, top + 30], 52, 10, { fill: '#7C5A2C' });
  d.path(`M${x} ${top + 26}V${top - 84}Q${x} ${at(top - 128)} ${x - 48} ${at(top - 128)}`, {
    fill: 'none',
    stroke: '#B98A44',
    'stroke-width': 7,
    'stroke-linecap': 'round',
  });
  d.path(`M${x - 112} ${top - 78}A64 60 0 0 1 ${x + 16} ${top - 78}Z`, {
    fill: d.linear(
      [x - 112, 0],
      [x + 16, 0],
      [
        [0, '#F3CF8C'],
        [0.5, '#C2934A'],
        [1, '#7A5A2A'],
      ],
    ),
  });
  d.ellipse([x - 48, top - 78], 64, 7, { fill: '#FFF0C4' });
  d.path(
    polygon([
      [x - 108, top - 76],
      [x + 12, top - 76],
      [x + 90, top + 56],
      [x - 210, top + 56],
    ]),
    {
      fill: d.linear(
        [0, top - 76],
        [0, top + 56],
        [
          [0, '#FFE9B4', 0.4],
          [1, '#FFE9B4', 0.06],
        ],
      ),
      filter: d.blur(6),
    },
  );
}
