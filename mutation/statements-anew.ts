import type { Plugin } from 'vitest/config';

/** What remembers a statement, and the same without that, by the file it stands in. */
const remembering: Record<string, readonly (readonly [remembered: string, anew: string])[]> = {
  '/server/db/client.ts': [['if (known !== undefined) return known;', '']],
  '/server/db/writes.ts': [
    ['steps ??= stepsOf(', 'steps = stepsOf('],
    ['texts.set(name, known);', ''],
  ],
};

/**
 * Has each statement built anew at each call. The product builds it once for a connection, and those of writes once for
 * all, so that only the first test that uses it would count as reaching it, and no other be run against its mutants.
 */
export function statementsAnew(): Plugin {
  return {
    name: 'statements-anew',
    enforce: 'pre',
    transform(code, id) {
      const file = Object.keys(remembering).find((path) => id.endsWith(path));
      if (file === undefined) return undefined;
      return (remembering[file] ?? []).reduce((text, [remembered, anew]) => {
        if (!text.includes(remembered)) throw new Error(`${file} remembers statements in another way`);
        return text.replace(remembered, anew);
      }, code);
    },
  };
}
