import { relative } from 'node:path';
import type { Plugin } from 'vite';
import { root } from '../run-command';

/**
 * Writes beside the manifest which modules each chunk holds, by their path in the project. The manifest names
 * chunks only; the test that keeps the console's code out of the other pages needs to know what is in them.
 */
export function chunkModules(): Plugin {
  return {
    name: 'chunk-modules',
    generateBundle(_, bundle) {
      const modules: Record<string, string[]> = {};
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue;
        modules[chunk.fileName] = Object.entries(chunk.modules)
          .filter(([, module]) => module.renderedLength > 0)
          .map(([id]) => relative(root, id))
          .sort();
      }
      this.emitFile({ type: 'asset', fileName: '.vite/modules.json', source: JSON.stringify(modules) });
    },
  };
}
