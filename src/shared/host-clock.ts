/** What the clock of this device is behind the host's, in ms: people's clocks are wrong by minutes, or by a day. */
let behind = 0;

/** Answers say the second they were made in, and may be long on their way: so far apart, clocks still agree. */
const agreeing = 30_000;

/** Learns the host's time from an answer; a host of another origin may keep it to itself. */
export function noteHostTime(headers: Headers): void {
  const apart = Date.parse(headers.get('date') ?? '') - Date.now();
  if (!Number.isNaN(apart)) behind = Math.abs(apart) > agreeing ? apart : 0;
}

/** Whether what the host has dated is no older than a moment of this device's clock, as far as the clocks agree. */
export const isSince = (dated: string, moment: number): boolean =>
  Date.parse(dated) >= moment + behind - agreeing;

/** The host's time, in ms since 1970, as far as it is known. */
export const hostNow = (): number => Date.now() + behind;
