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
  /**
   * Audit events of what the statements did, in the transaction that they have begun: columns as {@link EventRow} has them.
   */
  events?: string[];
}

/** An event before its personal part is encrypted, with the salt of the person whom it is about. */
export interface EventRow {
  at: Date;
  actor_id: string;
  action: string;
  subject_type: string;
  subject_id: string;
  before: unknown;
  after: unknown;
  reason: string | null;
  person_id: string;
  salt: Buffer;
}

/** Numbers from 0 in groups, so that progress can be shown. */
export function inGroups(count: number, group: number): { from: number; to: number }[] {
  return Array.from({ length: Math.ceil(count / group) }, (_, index) => ({
    from: index * group,
    to: Math.min((index + 1) * group, count) - 1,
  }));
}
