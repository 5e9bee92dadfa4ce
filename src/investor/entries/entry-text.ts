/** "1 entry", "12 entries". */
export function countText(count: number): string {
  return `${count} ${count === 1 ? 'entry' : 'entries'}`;
}
