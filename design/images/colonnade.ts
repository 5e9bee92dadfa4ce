import { type Drawing, polygon } from './drawing';
import { mix } from './palette';
import { archOutline, camera, type Place } from './perspective';

export const see = camera([735, 790], 900, 1.6);
export const [left, right] = [-2.5, 1.9];
export const spring = 3.1;
/** Where the side arches turn: low enough that their crowns stay under the moulding. */
export const sill = 2.02;
export const far = 22.2;
export const openings = Array.from({ length: 8 }, (_, index) => ({ middle: 3.45 + index * 2.3, half: 0.78 }));

/** A plane figure of the passage as it is seen. */
export const shown = (places: readonly Place[]) => polygon(places.map(see));

/** The outline of every side opening, at one face of the wall. */
export function side(x: number): string {
  return openings
    .map(({ middle, half }) => shown(archOutline(middle, half, sill).map(([y, z]) => [x, y, z] as const)))
    .join('');
}

/** The light through the openings where it falls on the floor and, further up, on the wall across. */
export function sunlight(d: Drawing): void {
  const [dx, dy, dz] = [1, 0.86, -0.34];
  const floor = openings.map(({ middle, half }) =>
    shown(
      archOutline(middle, half, sill).map(
        ([y, z]) => [left + (dx * y) / dy, 0, Math.max(1.2, z + (dz * y) / dy)] as const,
      ),
    ),
  );
  const reach = (right - left) / dx;
  const wall = openings.map(({ middle, half }) =>
    shown(
      archOutline(middle, half, sill).map(
        ([y, z]) => [right, y - dy * reach, Math.max(1.2, z + dz * reach)] as const,
      ),
    ),
  );
  const floorClip = d.clip(
    shown([
      [left, 0, 1.3],
      [left, 0, far],
      [right, 0, far],
      [right, 0, 1.3],
    ]),
  );
  const wallClip = d.clip(
    shown([
      [right, 0, 1.3],
      [right, 0, far],
      [right, spring, far],
      [right, spring, 1.3],
    ]),
  );
  d.group({ 'clip-path': floorClip }, () => {
    d.path(floor.join(''), {
      fill: d.linear(
        [600, 1500],
        [690, 840],
        [
          [0, '#E9B974'],
          [1, '#FFEBC0'],
        ],
      ),
      'fill-opacity': 0.92,
      filter: d.blur(2),
    });
  });
  d.group({ 'clip-path': wallClip }, () => {
    d.path(wall.join(''), { fill: '#FFE7B8', 'fill-opacity': 0.9, filter: d.blur(2.4) });
  });
}

/** Blind arches on the wall across, one for each opening. */
export function niches(d: Drawing): void {
  const outline = (x: number, shrink: number) =>
    openings
      .map(({ middle, half }) =>
        shown(archOutline(middle, half - shrink, sill).map(([y, z]) => [x, y, z] as const)),
      )
      .join('');
  const outer = outline(right, 0);
  d.path(outer, {
    fill: d.linear(
      [1200, 0],
      [760, 0],
      [
        [0, '#12362C'],
        [0.5, '#45584A'],
        [1, '#B79C6F'],
      ],
    ),
  });
  d.path(outline(right + 0.22, 0.02), {
    'clip-path': d.clip(outer),
    fill: d.linear(
      [1200, 0],
      [760, 0],
      [
        [0, '#2F5547'],
        [0.5, '#8A805F'],
        [1, '#DCC28F'],
      ],
    ),
  });
  d.path(outer, { fill: 'none', stroke: '#F3DCAC', 'stroke-opacity': 0.4, 'stroke-width': 1.6 });
}

/** The barrel vault with its ribs. */
export function vault(d: Drawing): void {
  const middle = (left + right) / 2;
  const radius = (right - left) / 2;
  const parts = 72;
  const on = (angle: number, z: number, r = radius): Place => [
    middle - Math.cos(angle) * r,
    spring + Math.sin(angle) * r,
    z,
  ];
  for (let index = 0; index < parts; index++) {
    const [from, to] = [(Math.PI * index) / parts, (Math.PI * (index + 1)) / parts + 0.012];
    const share = index / parts;
    const [x1, y1] = see(on(from, 1.2));
    // Sunlight thrown up from the floor warms the right haunch of the vault.
    const glow = Math.max(0, Math.sin((share - 0.22) * Math.PI * 1.25));
    const near = mix('#0C2C24', '#7A6A4C', glow * 0.8);
    const midway = mix('#1E463A', '#B79A69', glow);
    d.path(shown([on(from, 1.2), on(to, 1.2), on(to, far), on(from, far)]), {
      fill: d.linear([x1, y1], see([middle, spring, far]), [
        [0, near],
        [0.55, midway],
        [1, '#E9CF9C'],
      ]),
    });
  }
  for (const { middle: at } of openings) {
    const z = at + 1.15;
    const band = (r: number, depth: number) =>
      Array.from({ length: 41 }, (_, index) => on((Math.PI * index) / 40, z + depth, r));
    d.path(shown([...band(radius, 0), ...band(radius - 0.16, 0).reverse()]), {
      fill: '#E7CFA0',
      'fill-opacity': 0.34,
    });
    d.path(shown([...band(radius - 0.16, 0), ...band(radius - 0.16, 0.3).reverse()]), {
      fill: '#0B2A22',
      'fill-opacity': 0.5,
    });
  }
}
