import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The browser build: one app, its faces split by lazy routes. The manifest is read by the bundle test. */
export default defineConfig({
  plugins: [react()],
  build: { outDir: 'dist/client', emptyOutDir: true, manifest: true, target: 'es2022' },
});
