import type { Plugin } from 'vite';

const name = 'jsonexport/dist/index.js';
const standIn = '\0late-csv';

const late = `
export default function jsonExport(...given) {
  import('${name}').then(({ default: make }) => make(...given), given.at(-1));
}`;

/**
 * Has react-admin's own exporter fetch what writes its CSV when something is exported by it. It stands in the console's first
 * load otherwise, whose lists have an exporter of their own (src/admin/theme/export-records.ts).
 */
export function lateCsv(): Plugin {
  let found = false;
  return {
    name: 'late-csv',
    apply: 'build',
    enforce: 'pre',
    resolveId(id, importer) {
      if (id !== name || importer === standIn) return undefined;
      found = true;
      return standIn;
    },
    load: (id) => (id === standIn ? late : undefined),
    buildEnd(error) {
      if (!error && !found) this.error('react-admin no longer has the import that late-csv stands in for');
    },
  };
}
