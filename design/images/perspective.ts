import type { Point } from './drawing';

/** A place in a room: x to the right, y up from the floor, z away from the eye, in metres. */
export type Place = readonly [x: number, y: number, z: number];

/** Gives the function that shows a place on the canvas; `vanish` is where lines along z meet, `eye` the eye's height. */
export function camera(vanish: Point, focal: number, eye: number): (place: Place) => Point {
  const [cx, cy] = vanish;
  return ([x, y, z]) => [cx + (focal * x) / z, cy - (focal * (y - eye)) / z];
}

/** The outline of an arched opening in a wall along z: as [height, z] pairs from foot to foot. */
export function archOutline(
  middle: number,
  half: number,
  spring: number,
  parts = 28,
): (readonly [y: number, z: number])[] {
  const curve = Array.from({ length: parts + 1 }, (_, index) => {
    const angle = Math.PI * (1 - index / parts);
    return [spring + Math.sin(angle) * half, middle + Math.cos(angle) * half] as const;
  });
  return [[0, middle - half], ...curve, [0, middle + half]];
}
