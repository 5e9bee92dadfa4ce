import type { Statement, Statements } from '../../../contract/statements';
import type { FigureNames } from '../figures/figure-history';

/** Where the statements of an account come from. */
export interface StatementSource {
  /** The start of the keys in the query cache. */
  key: readonly unknown[];
  /** What the figures are called where that is not as on the dashboard. */
  names?: FigureNames;
  list(signal: AbortSignal): Promise<Statements>;
  read(period: string, signal: AbortSignal): Promise<Statement>;
  print(period: string): Promise<Blob>;
}
