import type { Plugin } from 'vite';

const name = '@emotion/use-insertion-effect-with-fallbacks';
const standIn = '\0styles-in-render';

const inRender = `
import { useInsertionEffect } from 'react';
export const useInsertionEffectAlwaysWithSyncFallback = (create) => create();
export const useInsertionEffectWithLayoutFallback = useInsertionEffect;`;

/**
 * Has Emotion make the styles of a component while React renders it, as it does on a server, and not when all of a page is put into the
 * document: React renders in slices, between which the browser answers to people, and the styles of a list take half of what cannot be
 * sliced (docs/decisions/0040-shells.md).
 */
export function stylesInRender(): Plugin {
  let found = false;
  return {
    name: 'styles-in-render',
    apply: 'build',
    enforce: 'pre',
    resolveId(id) {
      if (id !== name) return undefined;
      found = true;
      return standIn;
    },
    load: (id) => (id === standIn ? inRender : undefined),
    buildEnd(error) {
      if (!error && !found)
        this.error('Emotion no longer has the import that styles-in-render stands in for');
    },
  };
}
