import type { Plugin } from 'vitest/config';

const remembered = 'if (known !== undefined) return known;';

/**
 * Has each statement built anew at each call. The product builds it once for a connection, so that only the first test
 * that uses it would count as reaching it, and no other be run against its mutants.
 */
export function statementsAnew(): Plugin {
  return {
    name: 'statements-anew',
    enforce: 'pre',
    transform(code, id) {
      if (!id.endsWith('/server/db/client.ts')) return undefined;
      if (!code.includes(remembered))
        throw new Error('server/db/client.ts remembers statements in another way');
      return code.replace(remembered, '');
    },
  };
}
