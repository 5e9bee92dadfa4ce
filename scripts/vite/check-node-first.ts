import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const root = join(import.meta.dirname, '../..');

/** The file that holds a program; its own name is that of the file which asks for a newer Node. */
export const programFile = '[name]-program.js';

/** What a program begins with: in that order, since the second one is read by a Node that will do. */
const checks = { node: 'machine.js', packages: 'machine-packages.js' };

/**
 * Has each program begin with a look at the version of Node, and at whom the packages were installed for. A file of imports is
 * read whole before anything in it runs: a Node that is too old stops at the first syntax it does not know, and any at the
 * first package that it cannot load. So the program is imported after that.
 */
export function checkNodeFirst(): Plugin {
  return {
    name: 'check-node-first',
    generateBundle(_, bundle) {
      const { engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
        engines: { node: string };
      };
      for (const check of Object.values(checks)) {
        this.emitFile({ type: 'asset', fileName: check, source: readFileSync(join(root, 'scripts', check)) });
      }
      for (const part of Object.values(bundle)) {
        if (part.type !== 'chunk' || !part.isEntry) continue;
        const source = `import { machineProblem } from './${checks.node}';

function refuse(problem) {
  console.error(problem);
  process.exitCode = 1;
}

const problem = machineProblem('${engines.node}', process.version, process.platform);
if (problem === undefined) {
  import('./${checks.packages}').then(({ packagesProblem }) => {
    const problem = packagesProblem(new URL('../../', import.meta.url));
    if (problem === undefined) return import('./${part.fileName}');
    refuse(problem);
  });
} else refuse(problem);
`;
        this.emitFile({ type: 'asset', fileName: `${part.name}.js`, source });
      }
    },
  };
}
