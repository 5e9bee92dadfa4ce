/** Milliseconds by which clocks are set back all the time. */
export const tolerated = 60_000;

/** Whether a time is still to come, so that the clock was ahead when it was written. */
export const isAhead = (time: Date, now: number) => time.getTime() - now > tolerated;

/** Whether so many milliseconds are over since a time. One that is still to come says nothing, and counts as long ago. */
export const isOver = (since: Date, pause: number, now: number) =>
  isAhead(since, now) || now - since.getTime() >= pause;
