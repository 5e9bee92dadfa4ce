import { clouds, finish, haze, rings, sun } from './atmosphere';
import { chapel } from './buildings';
import { Drawing } from './drawing';
import { tones } from './palette';
import { cypress, grass } from './plants';
import { ground, hill, ridge, terraces } from './terrain';

/** Terraced hills at dawn under a brass sun; portrait, 1200x1500. */
export function dawn(): Drawing {
  const d = new Drawing(1200, 1500);
  const sunX = 790;
  d.wash(
    d.linear(
      [0, 0],
      [0, 800],
      [
        [0, '#5C7F86'],
        [0.34, '#9DB7AE'],
        [0.62, '#E4D8B4'],
        [0.85, '#F4CE92'],
        [1, '#EDBE85'],
      ],
    ),
  );
  clouds(d, 11, 9, 150, 520, '#FCEBD0');
  clouds(d, 12, 6, 90, 420, '#6F8F93');
  sun(d, [sunX, 548], 104, '#FFF0C8', '#E9A94C', 640);
  rings(d, [sunX, 548], 104, 46, 9, tones.paper);
  clouds(d, 14, 4, 560, 620, '#FBE0B4');

  const light = (strength: number) => ({ x: sunX, colour: '#FFE2A6', strength });
  hill(d, ridge(3, 668, 62, 330, 3), { crest: '#B4BFA9', foot: '#E6D2A6', depth: 190, light: light(0.5) });
  hill(d, ridge(5, 735, 52, 390), { crest: '#8CAB9A', foot: '#D0CBA4', depth: 190, light: light(0.55) });
  haze(d, 800, 90, '#F7DDAE', 0.5);
  const third = ridge(8, 812, 58, 420);
  hill(d, third, { crest: '#5F917D', foot: '#A9B995', depth: 210, light: light(0.6) });
  terraces(d, 21, (x) => third(x) + 20, ridge(10, 905, 70, 300), {
    steps: 9,
    high: '#6C9A84',
    low: '#86AB8C',
    fields: ['#C9BF8C', '#8FB095', '#BFA177'],
    light: light(0.6),
    shade: '#2B5E4D',
  });
  const fourth = ridge(16, 928, 66, 460);
  haze(d, 905, 60, '#F0D9A8', 0.38);
  hill(d, fourth, { crest: '#39745F', foot: '#5B8B70', depth: 230, light: light(0.55) });
  terraces(d, 31, fourth, ridge(17, 1100, 90, 380), {
    steps: 11,
    high: '#3D7863',
    low: '#2E6B56',
    fields: ['#B99C5E', '#568B6C', '#A8714F', '#2A6350'],
    light: light(0.62),
    shade: '#0C382C',
  });
  chapel(d, [452, fourth(452) + 26], 92, sunX);
  for (const [x, tall] of [
    [360, 118],
    [386, 84],
    [548, 96],
    [572, 132],
    [604, 78],
  ] as const) {
    cypress(d, [x, fourth(x) + 22], tall, '#12483A', '#E9C27A', sunX);
  }
  d.ellipse([430, fourth(452) + 27], 82, 6, { fill: '#123F33', 'fill-opacity': 0.45, filter: d.blur(3) });
  grass(d, 6, (x) => fourth(x) + 30, 900, 9, '#2C6852');
  haze(d, 1085, 70, '#CBD3A8', 0.2);
  const fifth = ridge(28, 1118, 78, 520);
  hill(d, fifth, { crest: '#17553F', foot: '#0F4536', depth: 260, light: light(0.42) });
  terraces(d, 41, fifth, ridge(27, 1370, 80, 460), {
    steps: 11,
    high: '#1C5D48',
    low: '#0E4335',
    fields: ['#8A7A42', '#2C6E54', '#8A5236', '#0A382C'],
    light: light(0.5),
    shade: '#041F18',
  });
  for (const [x, tall] of [
    [905, 150],
    [940, 206],
    [978, 132],
    [1012, 172],
    [118, 120],
    [86, 164],
  ] as const) {
    cypress(d, [x, fifth(x) + 40], tall, '#072F25', '#D9A85C', sunX);
  }
  const near = ridge(33, 1392, 52, 560);
  hill(d, near, { crest: '#0B3A2D', foot: '#052018', depth: 150, light: light(0.22) });
  grass(d, 5, near, 460, 26, '#08291F');
  d.path(
    ground(d, (x) => near(x) + 46),
    {
      fill: d.linear(
        [0, 1400],
        [0, 1500],
        [
          [0, '#062219', 0],
          [1, '#04170F', 0.9],
        ],
      ),
    },
  );
  finish(d, 4);
  return d;
}
