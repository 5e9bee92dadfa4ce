import { defineConfig } from 'vite';

/**
 * The server build: one bundle of our own code; packages stay in node_modules. `ox` goes into the bundle: two functions of
 * it are used, and as a dependency it brings 65 MB into a production install (TypeScript among them, an optional peer).
 */
export default defineConfig({
  publicDir: false,
  ssr: { noExternal: ['ox', /^@noble\//] },
  build: {
    ssr: 'server/main.ts',
    outDir: 'dist/server',
    emptyOutDir: true,
    target: 'node20',
    sourcemap: true,
  },
});
