import { relative } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const { HOST = '127.0.0.1', PORT = '3000' } = process.env;
const server = `http://${HOST}:${PORT}`;

/**
 * Writes beside the manifest which modules each chunk holds, by their path in the project. The manifest names
 * chunks only; the test that keeps the console's code out of the other pages needs to know what is in them.
 */
function chunkModules(): Plugin {
  return {
    name: 'chunk-modules',
    generateBundle(_, bundle) {
      const modules: Record<string, string[]> = {};
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue;
        modules[chunk.fileName] = Object.entries(chunk.modules)
          .filter(([, module]) => module.renderedLength > 0)
          .map(([id]) => relative(import.meta.dirname, id))
          .sort();
      }
      this.emitFile({ type: 'asset', fileName: '.vite/modules.json', source: JSON.stringify(modules) });
    },
  };
}

/** The browser build: one app, its faces split by lazy routes. `npm run dev` passes API calls to the server. */
export default defineConfig({
  plugins: [react(), chunkModules()],
  build: {
    outDir: 'dist/client',
    emptyOutDir: true,
    manifest: true,
    target: 'es2022',
    // Browsers of that target know modulepreload.
    modulePreload: { polyfill: false },
    // What every page starts with is one file: it packs better than the ten that sharing alone would make.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'base', tags: ['$initial'] }] } } },
  },
  server: {
    host: '127.0.0.1',
    port: 5173,
    strictPort: true,
    proxy: { '/api': server, '/dev/': server },
  },
});
