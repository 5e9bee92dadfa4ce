/** The tones the pictures share; a scene mixes its own evergreens, sands and blues around them. */
export const tones = { ink: '#04170F', paper: '#F7F5F0', amber: '#E9BC72' } as const;

function channels(colour: string): readonly [number, number, number] {
  const value = Number.parseInt(colour.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

/** A colour between two `#RRGGBB` colours; `share` 0 gives the first, 1 the second. */
export function mix(from: string, to: string, share: number): string {
  const [r1, g1, b1] = channels(from);
  const [r2, g2, b2] = channels(to);
  const part = Math.min(1, Math.max(0, share));
  const blend = (a: number, b: number) =>
    Math.round(a + (b - a) * part)
      .toString(16)
      .padStart(2, '0');
  return `#${blend(r1, r2)}${blend(g1, g2)}${blend(b1, b2)}`;
}
