import { dirname, resolve } from 'node:path';
import type { Plugin } from 'vite';

const view = /\/ra-ui-materialui\/dist\/list\/ListView\.js$/;
const name = './ListActions.js';
const standIn = '\0late-actions';

/**
 * Has react-admin's lists fetch the tools that they have by default when they show them. These stand in the console's first load
 * otherwise, where the theme gives each list its tools (src/admin/theme/list-defaults.tsx).
 */
export function lateActions(): Plugin {
  let real = '';
  return {
    name: 'late-actions',
    apply: 'build',
    enforce: 'pre',
    resolveId(id, importer) {
      if (id !== name || !importer || !view.test(importer)) return undefined;
      real = resolve(dirname(importer), name);
      return standIn;
    },
    load: (id) =>
      id === standIn
        ? `
import { createElement, lazy, Suspense } from 'react';
const Actions = lazy(async () => ({ default: (await import(${JSON.stringify(real)})).ListActions }));
export const ListActions = (props) => createElement(Suspense, null, createElement(Actions, props));`
        : undefined,
    buildEnd(error) {
      if (!error && !real) this.error('react-admin no longer has the import that late-actions stands in for');
    },
  };
}
