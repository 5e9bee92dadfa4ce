const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

const counted = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`;

/** How long ago one moment is at another one (ISO texts), as people say it: "3 days". */
export function ageText(since: string, now: string): string {
  const age = Math.max(0, Date.parse(now) - Date.parse(since));
  if (age < minute) return 'less than a minute';
  if (age < hour) return counted(Math.floor(age / minute), 'minute');
  if (age < 2 * day) return counted(Math.floor(age / hour), 'hour');
  return counted(Math.floor(age / day), 'day');
}
