import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const root = join(import.meta.dirname, '../..');

/** The file that holds a program; its own name is that of the file which asks for a newer Node. */
export const programFile = '[name]-program.js';

/**
 * Has each program begin with a look at the version of Node. A file of imports is read whole before anything in it runs, and
 * one that is too old stops at the first syntax it does not know, so the program is imported after that.
 */
export function checkNodeFirst(): Plugin {
  return {
    name: 'check-node-first',
    generateBundle(_, bundle) {
      const { engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
        engines: { node: string };
      };
      const check = 'machine.js';
      this.emitFile({ type: 'asset', fileName: check, source: readFileSync(join(root, 'scripts', check)) });
      for (const part of Object.values(bundle)) {
        if (part.type !== 'chunk' || !part.isEntry) continue;
        const source = `import { machineProblem } from './${check}';

const problem = machineProblem('${engines.node}', process.version, process.platform);
if (problem === undefined) import('./${part.fileName}');
else {
  console.error(problem);
  process.exitCode = 1;
}
`;
        this.emitFile({ type: 'asset', fileName: `${part.name}.js`, source });
      }
    },
  };
}
