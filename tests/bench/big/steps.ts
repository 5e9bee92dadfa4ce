export interface Size {
  users: number;
  transactions: number;
  /** Entries of one more user, over {@link yearOfOne}. */
  ofOne?: number;
}

/** Who has those entries, and the first and the last day of them. */
export const emailOfOne = 'one@example.com';
export const yearOfOne = { from: '2025-01-01', to: '2025-12-31' };

/** In words, with the one more user. */
export const sizeOf = ({ users, transactions, ofOne = 0 }: Size) =>
  `${transactions + ofOne} transactions and ${users + (ofOne > 0 ? 1 : 0)} users`;

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
