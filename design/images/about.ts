import { clouds, finish, rings, sun } from './atmosphere';
import { archPath, at, Drawing, type Point, polygon } from './drawing';
import { tones } from './palette';
import { cypress } from './plants';
import { desk, shelves } from './reading-room';
import { hill, ridge, terraces } from './terrain';

const windowAt = { cx: 610, half: 230, spring: 300, sill: 560 };

function view(d: Drawing): void {
  d.wash(
    d.linear(
      [0, 60],
      [0, 430],
      [
        [0, '#7FA0A6'],
        [0.5, '#CBD3BD'],
        [0.85, '#F5DBA7'],
        [1, '#F3CB90'],
      ],
    ),
  );
  clouds(d, 701, 8, 110, 300, '#FFF3DC');
  const low: Point = [690, 300];
  sun(d, low, 48, '#FFF4D6', '#EDB661', 330);
  rings(d, low, 48, 28, 7, tones.paper);
  const light = { x: low[0], colour: '#FFE6B4', strength: 0.5 };
  hill(d, ridge(705, 372, 30, 170, 3), { crest: '#A6BAA8', foot: '#E3D2A8', depth: 100, light });
  hill(d, ridge(709, 416, 26, 180), { crest: '#6F9D88', foot: '#B2BD97', depth: 90, light });
  const near = ridge(713, 462, 26, 200);
  hill(d, near, { crest: '#3F7A64', foot: '#2C6650', depth: 120, light });
  terraces(d, 715, near, ridge(717, 590, 30, 180), {
    steps: 9,
    high: '#4B866D',
    low: '#2A654F',
    fields: ['#C6A867', '#6E9A78', '#AD7550'],
    light,
    shade: '#154A3A',
  });
  for (const [x, tall] of [
    [452, 96],
    [476, 124],
    [760, 84],
  ] as const)
    cypress(d, [x, near(x) + 24], tall, '#174B3A', '#E8C583', low[0]);
}

/** A reading room: a desk at an arched window that looks at the hills; landscape, 1200x800. */
export function about(): Drawing {
  const d = new Drawing(1200, 800);
  const { cx, half, spring, sill } = windowAt;
  d.wash(
    d.radial([cx, 340], 820, [
      [0, '#C7A877'],
      [0.4, '#5D735D'],
      [0.75, '#1C4A3B'],
      [1, '#0A2C23'],
    ]),
  );
  shelves(d, 30, 300, 721);
  shelves(d, 920, 1180, 727);
  const outer = archPath(cx, half + 34, spring, sill + 26);
  d.path(outer, {
    fill: d.linear(
      [cx - half, 0],
      [cx + half, 0],
      [
        [0, '#F6DFB2'],
        [0.5, '#E2C48F'],
        [1, '#B8935F'],
      ],
    ),
  });
  const opening = archPath(cx, half, spring, sill);
  d.path(archPath(cx, half + 8, spring, sill + 8), { fill: '#7E6543' });
  d.group({ 'clip-path': d.clip(opening) }, () => view(d));
  // Glazing bars: uprights, cross bars and an inner arch.
  const bars = { fill: 'none', stroke: '#173F33', 'stroke-width': 6 };
  d.path(
    `M${cx - half / 3} ${sill}V${spring}M${cx + half / 3} ${sill}V${spring}M${cx - half} ${spring}H${cx + half}M${cx - half} ${(spring + sill) / 2}H${cx + half}`,
    bars,
  );
  d.path(`M${cx - half * 0.52} ${spring}a${half * 0.52} ${half * 0.52} 0 0 1 ${half * 1.04} 0`, bars);
  for (const angle of [-2.356, -1.571, -0.785]) {
    d.path(
      `M${at(cx + Math.cos(angle) * half * 0.52)} ${at(spring + Math.sin(angle) * half * 0.52)}L${at(cx + Math.cos(angle) * half)} ${at(spring + Math.sin(angle) * half)}`,
      bars,
    );
  }
  d.path(opening, { fill: 'none', stroke: '#173F33', 'stroke-width': 8 });
  d.rect(cx - half - 56, sill + 8, half * 2 + 112, 24, {
    fill: d.linear(
      [0, sill + 8],
      [0, sill + 32],
      [
        [0, '#FFEBC2'],
        [1, '#A8855A'],
      ],
    ),
  });
  d.rect(-40, sill + 32, 1280, 300, {
    fill: d.linear(
      [0, sill + 32],
      [0, 800],
      [
        [0, '#2B4E3F'],
        [1, '#081F18'],
      ],
    ),
  });
  d.group({ style: 'mix-blend-mode:screen', filter: d.blur(18) }, () => {
    for (const shift of [-150, 0, 150]) {
      d.path(
        polygon([
          [cx + shift - 60, 240],
          [cx + shift + 60, 240],
          [cx + shift - 110, 820],
          [cx + shift - 300, 820],
        ]),
        { fill: '#F6CF8C', 'fill-opacity': 0.1 },
      );
    }
  });
  desk(d);
  finish(d, 51, { brush: 0.16, streak: 1, vignette: 0.44 });
  return d;
}
