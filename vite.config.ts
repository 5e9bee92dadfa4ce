import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { chunkModules } from './scripts/vite/chunk-modules';
import { codeGroups } from './scripts/vite/code-groups';
import { pages } from './scripts/vite/front-page';
import { lateActions } from './scripts/vite/late-actions';
import { lateCsv } from './scripts/vite/late-csv';
import { lateFormats } from './scripts/vite/late-formats';
import { nativeBuiltins } from './scripts/vite/native-builtins';
import { preloadsOf } from './scripts/vite/preloads-of';
import { productionRouter } from './scripts/vite/production-router';
import { stylesInRender } from './scripts/vite/styles-in-render';

const { HOST = '127.0.0.1', PORT = '3000' } = process.env;
const server = `http://${HOST}:${PORT}`;

/**
 * The browser build: the front page (index.html, filled by scripts/prerender.ts) and the app of all other screens
 * (app.html), split by lazy routes. `npm run dev` passes API calls to the server.
 */
export default defineConfig({
  plugins: [
    react(),
    pages(),
    chunkModules(),
    nativeBuiltins(),
    lateFormats(),
    lateCsv(),
    lateActions(),
    productionRouter(),
    stylesInRender(),
  ],
  appType: 'custom',
  build: {
    outDir: 'dist/client',
    emptyOutDir: true,
    manifest: true,
    // One style sheet, which the pages hold (scripts/prerender.ts): parts fetched later need not ask for theirs.
    cssCodeSplit: false,
    target: 'es2022',
    modulePreload: {
      // Browsers of that target know it.
      polyfill: false,
      resolveDependencies: preloadsOf,
    },
    rolldownOptions: {
      input: ['index.html', 'app.html', 'src/start.ts'],
      output: { codeSplitting: { groups: codeGroups } },
      // Emotion needs it for `withTheme` alone and imports it wherever it is used: nothing happens by loading it, which its package does not say.
      treeshake: {
        moduleSideEffects: [{ test: /\/node_modules\/hoist-non-react-statics\//, sideEffects: false }],
      },
    },
  },
  server: {
    host: '127.0.0.1',
    port: 5173,
    strictPort: true,
    proxy: { '/api': server, '/dev/': server },
  },
});
