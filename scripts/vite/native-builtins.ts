import type { Plugin } from 'vite';

/** What packages ask for that every browser of the build's target has, by the names of the packages that stand in for it. */
const natives = new Map([
  ['object.entries', 'Object.entries'],
  ['hasown', 'Object.hasOwn'],
  ['diacritic', String.raw`{ clean: (text) => text.normalize('NFD').replace(/\p{Diacritic}/gu, '') }`],
]);
const prefix = '\0native:';

/**
 * Gives packages what the browser has in place of stand-ins for old ones: those of react-admin's translations are some 37 kB
 * before they are packed, in the console's first load, and its table of letters with accents, by which names of columns are
 * searched, 3.4.
 */
export function nativeBuiltins(): Plugin {
  return {
    name: 'native-builtins',
    apply: 'build',
    enforce: 'pre',
    resolveId: (name) => (natives.has(name) ? prefix + name : undefined),
    load(id) {
      const native = id.startsWith(prefix) ? natives.get(id.slice(prefix.length)) : undefined;
      return native && `module.exports = ${native};`;
    },
  };
}
