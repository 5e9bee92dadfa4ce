import type { Statement, Statements } from '../../../contract/statements';

/** Where the statements of an account come from. */
export interface StatementSource {
  /** The start of the keys in the query cache. */
  key: readonly unknown[];
  list(signal: AbortSignal): Promise<Statements>;
  read(period: string, signal: AbortSignal): Promise<Statement>;
  print(period: string): Promise<Blob>;
}
