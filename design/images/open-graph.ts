import { clouds, finish, haze, rings, sun } from './atmosphere';
import { Drawing, type Point } from './drawing';
import { tones } from './palette';
import { cypress, grass } from './plants';
import { hill, ridge, terraces } from './terrain';

/** The picture shown where a page of ours is linked: the brand's mark over the terraces; 1200x630. */
export function openGraph(): Drawing {
  const d = new Drawing(1200, 630);
  d.wash(
    d.linear(
      [0, 0],
      [0, 470],
      [
        [0, '#0B3B30'],
        [0.45, '#3D7766'],
        [0.8, '#CDBB8B'],
        [1, '#EBC48A'],
      ],
    ),
  );
  clouds(d, 801, 8, 60, 330, '#F8E3BE');
  // The mark stands on a grid of 32 from (`left`, `top`); its circle is this picture's sun.
  const [left, top, unit] = [432, 58, 10.5];
  const centre: Point = [left + 16 * unit, top + 10.6 * unit];
  sun(d, centre, 2.5 * unit, '#FFF0C8', '#E9B05A', 420);
  rings(d, centre, 12 * unit, 42, 9, tones.paper);
  const light = (strength: number) => ({ x: 600, colour: '#FFDFA2', strength });
  hill(d, ridge(805, 396, 34, 260, 3), { crest: '#7FA08C', foot: '#D2BD8C', depth: 110, light: light(0.5) });
  const middle = ridge(809, 432, 30, 300);
  haze(d, 425, 40, '#F0D49B', 0.35);
  hill(d, middle, { crest: '#2F6B56', foot: '#4B7F65', depth: 130, light: light(0.5) });
  d.path(
    `M${left + 4 * unit} ${top + 40 * unit}V${top + 16 * unit}a${12 * unit} ${12 * unit} 0 0 1 ${24 * unit} 0V${top + 40 * unit}M${left + 10 * unit} ${top + 40 * unit}V${top + 22 * unit}M${left + 16 * unit} ${top + 40 * unit}V${top + 16 * unit}M${left + 22 * unit} ${top + 40 * unit}V${top + 20 * unit}`,
    {
      fill: 'none',
      stroke: tones.paper,
      'stroke-width': 2.6 * unit,
      'stroke-linecap': 'round',
    },
  );
  terraces(d, 811, (x) => middle(x) + 12, ridge(813, 580, 40, 280), {
    steps: 9,
    high: '#2F6B56',
    low: '#1D5A46',
    fields: ['#A98C52', '#4B8067', '#955C3D'],
    light: light(0.6),
    shade: '#082E24',
  });
  for (const [x, tall] of [
    [196, 96],
    [222, 132],
    [246, 82],
    [962, 118],
    [992, 88],
  ] as const)
    cypress(d, [x, middle(x) + 34], tall, '#0B3A2D', '#E4B66C', 600);
  const near = ridge(817, 570, 26, 330);
  hill(d, near, { crest: '#0B3A2D', foot: '#05201A', depth: 90, light: light(0.35) });
  grass(d, 29, near, 380, 14, '#082A20');
  finish(d, 53, { brush: 0.16 });
  return d;
}
