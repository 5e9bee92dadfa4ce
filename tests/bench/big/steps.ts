export interface Size {
  users: number;
  transactions: number;
}

/** One of the statements that fill the database; `rows` says how much of the work it is. */
export interface Step {
  rows: number;
  text: string;
  values?: unknown[];
}

/** Numbers from 0 in groups, so that progress can be shown. */
export function inGroups(count: number, group: number): { from: number; to: number }[] {
  return Array.from({ length: Math.ceil(count / group) }, (_, index) => ({
    from: index * group,
    to: Math.min((index + 1) * group, count) - 1,
  }));
}
