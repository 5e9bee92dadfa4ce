const two = (part: number) => String(part).padStart(2, '0');

/** Seconds as a clock shows them: 0:42, 9:05, 1:00:00. */
export function clockText(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  return hours > 0 ? `${hours}:${two(minutes % 60)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

const counted = (count: number, unit: string) =>
  count === 0 ? [] : [`${count} ${unit}${count === 1 ? '' : 's'}`];

/** Seconds as they are said: "42 seconds", "9 minutes and 5 seconds", "1 hour". */
export function spokenText(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  // Of hours the seconds do not matter.
  const parts =
    hours > 0
      ? [...counted(hours, 'hour'), ...counted(minutes % 60, 'minute')]
      : [...counted(minutes, 'minute'), ...counted(seconds % 60, 'second')];
  return parts.join(' and ');
}
