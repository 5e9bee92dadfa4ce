/** An export that is being read. */
export interface ExportUnderWay {
  /** What is exported, 'tickets' say. */
  what: string;
  /** Rows that are here, of all rows. */
  done: number;
  all: number;
  stop(): void;
}

let current: ExportUnderWay | undefined;
const listeners = new Set<() => void>();

/** The export of a stock list that is under way, if one is; the newest of several. */
export const exportsUnderWay = {
  current: (): ExportUnderWay | undefined => current,
  tell(next: ExportUnderWay | undefined): void {
    current = next;
    for (const listener of listeners) listener();
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
