import { defineConfig } from 'vite';

/**
 * The server build: our own code, the server and the command line sharing what both need; packages stay in node_modules. `ox` goes into the bundle: two functions of
 * it are used, and as a dependency it brings 65 MB into a production install (TypeScript among them, an optional peer).
 */
export default defineConfig({
  publicDir: false,
  ssr: { noExternal: ['ox', /^@noble\//] },
  build: {
    ssr: true,
    rolldownOptions: {
      input: ['server/main.ts', 'server/command-line.ts', 'server/data-commands.ts'],
      // Beside each other: they look for the pages and the migrations from where they are.
      output: { chunkFileNames: '[name]-[hash].js' },
    },
    outDir: 'dist/server',
    emptyOutDir: true,
    target: 'node20',
    sourcemap: true,
  },
});
