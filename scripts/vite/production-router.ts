import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';

const builds: Readonly<Record<string, string>> = {
  'react-router': 'index',
  'react-router/dom': 'dom-export',
};

/** Takes the build of React Router for production: the one that its package names for browsers warns developers. */
export function productionRouter(): Plugin {
  const folder = dirname(createRequire(import.meta.url).resolve('react-router/package.json'));
  return {
    name: 'production-router',
    apply: 'build',
    enforce: 'pre',
    resolveId(name) {
      const build = builds[name];
      return build && join(folder, 'dist', 'production', `${build}.mjs`);
    },
  };
}
