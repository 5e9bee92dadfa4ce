import { createRequire } from 'node:module';
import type { Plugin } from 'vite';

const builds: Readonly<Record<string, string>> = {
  'react-router': 'index',
  'react-router/dom': 'dom-export',
};

/** Takes the build of React Router for production: the one that its package names for browsers warns developers. */
export function productionRouter(): Plugin {
  const { resolve } = createRequire(import.meta.url);
  return {
    name: 'production-router',
    apply: 'build',
    enforce: 'pre',
    resolveId(name) {
      const build = builds[name];
      if (!build) return undefined;
      return resolve('react-router').replace(/development.*$/, `production/${build}.mjs`);
    },
  };
}
