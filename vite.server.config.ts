import { defineConfig } from 'vite';
import { checkNodeFirst, programFile } from './scripts/vite/check-node-first';

/**
 * The server build: our own code, the server, the command line and the check of the history sharing what they need; packages stay in node_modules. `ox` goes into the bundle: two functions of
 * it are used, and as a dependency it brings 65 MB into a production install (TypeScript among them, an optional peer).
 */
export default defineConfig({
  publicDir: false,
  plugins: [checkNodeFirst()],
  ssr: { noExternal: ['ox', /^@noble\//] },
  build: {
    ssr: true,
    rolldownOptions: {
      input: ['main', 'command-line', 'data-commands', 'verify-history'].map((name) => `server/${name}.ts`),
      // Beside each other: they look for the pages and the migrations from where they are.
      output: { entryFileNames: programFile, chunkFileNames: '[name]-[hash].js' },
    },
    outDir: 'dist/server',
    emptyOutDir: true,
    target: 'node20',
    sourcemap: true,
  },
});
