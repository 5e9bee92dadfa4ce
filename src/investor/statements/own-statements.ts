import { call, callFile } from '../../shared/api';
import type { StatementSource } from '../../shared/statements/statement-source';

/** The start of the keys of the investor's statements in the query cache. */
export const statementsKey = ['own', 'statements'] as const;

/** The statements of the signed-in investor. */
export const ownStatements: StatementSource = {
  key: statementsKey,
  list: (signal) => call('listOwnStatements', { signal }),
  read: (period, signal) => call('readOwnStatement', { params: { period }, signal }),
  print: (period) => callFile('printOwnStatement', { params: { period } }),
};
