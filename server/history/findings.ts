import type { HistoryFinding, HistoryKind } from '../../contract/history';

const names: Readonly<Record<HistoryKind, (id: string) => string>> = {
  entry: (id) => `Ledger entry ${id}`,
  report: (id) => `The report of transaction ${id}`,
  event: (id) => `Audit event ${id}`,
};

/** Something that is wrong with a row, whose name the words come after. */
export function ofRow(kind: HistoryKind, id: string, index: number | null, what: string): HistoryFinding {
  return { kind, id, index, message: `${names[kind](id)} ${what}` };
}

/** Something that is wrong with the history itself. */
export const ofHistory = (message: string, index: number | null = null): HistoryFinding => ({
  kind: null,
  id: null,
  index,
  message,
});
