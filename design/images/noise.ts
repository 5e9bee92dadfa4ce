/** Gives numbers in [0, 1), the same ones in the same order for the same seed. */
export type Random = () => number;

/** The Mulberry32 generator: the pictures must come out equal on every run. */
export function seeded(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let value = Math.imul(state ^ (state >>> 15), state | 1);
    value ^= value + Math.imul(value ^ (value >>> 7), value | 61);
    return ((value ^ (value >>> 14)) >>> 0) / 4294967296;
  };
}

/** A number between `from` and `to`. */
export function between(random: Random, from: number, to: number): number {
  return from + (to - from) * random();
}

function knot(seed: number, index: number): number {
  return seeded(Math.imul(seed + 1, 7919) ^ Math.imul(index + 4099, 104729))() * 2 - 1;
}

/** Smooth noise along a line, about -1 to 1; one unit of `x` is the distance between two knots. */
export function wave(seed: number, octaves = 2): (x: number) => number {
  return (x) => {
    let sum = 0;
    for (let octave = 0; octave < octaves; octave++) {
      const at = x * 2 ** octave;
      const left = Math.floor(at);
      const share = at - left;
      const ease = share * share * share * (share * (share * 6 - 15) + 10);
      const from = knot(seed + octave * 31, left);
      sum += (from + (knot(seed + octave * 31, left + 1) - from) * ease) / 2.4 ** octave;
    }
    return sum;
  };
}
