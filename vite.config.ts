import react from '@vitejs/plugin-react';
import { defineConfig, type Rolldown } from 'vite';
import { chunkModules } from './scripts/vite/chunk-modules';
import { pages } from './scripts/vite/front-page';

const { HOST = '127.0.0.1', PORT = '3000' } = process.env;
const server = `http://${HOST}:${PORT}`;

/** What forms are made of: on the account pages, in the dashboard's dialogs and in the console. */
const formParts =
  /react-hook-form\/|@mui\/material\/(FormControl|FormHelperText|FormLabel|InputAdornment|InputBase|InputLabel|OutlinedInput)\/|src\/shared\/(FormField|PasswordField|SubmitButton|form-errors|lazy-resolver)\.|src\/auth\/(AuthForm|sentence-case)\./;

/** Small parts that nearly every screen has. */
const commonParts = /@mui\/(utils|material\/(utils|IconButton|Link|useMediaQuery))\//;

/** What asks the server and keeps its answers. */
const queryParts = /@tanstack\//;

/** What tells how long a limit of the server lasts: wherever something can be tried again. */
const waitParts = /src\/shared\/wait\//;

/**
 * What every screen of the app starts with is three files, since each file is a request with headers of its own, and few
 * large ones pack better than the many that sharing alone would make: the few lines the front page starts with as well,
 * what its islands need, and the rest. Forms, the small common parts, queries and waits are one file each, without what
 * they share.
 */
const groups: Rolldown.CodeSplittingGroup[] = [
  {
    name: 'start',
    tags: ['$initial'],
    test: /preload-helper|shared\/(session|token|storage)\.ts|fonts\.css|contract\/limits\.ts/,
  },
  {
    name: 'ui',
    tags: ['$initial'],
    test: /node_modules\/(react|react-dom|scheduler|@emotion|@mui)\/|src\/shared\/theme|src\/app\.config/,
  },
  { name: 'app', tags: ['$initial'], test: /node_modules\/|contract\/|src\/(app|shared)\// },
  { name: 'form', test: formParts, includeDependenciesRecursively: false },
  { name: 'common', test: commonParts, includeDependenciesRecursively: false },
  { name: 'query', test: queryParts, includeDependenciesRecursively: false },
  { name: 'wait', test: waitParts, includeDependenciesRecursively: false },
];

/**
 * The browser build: the front page (index.html, filled by scripts/prerender.ts) and the app of all other screens
 * (app.html), split by lazy routes. `npm run dev` passes API calls to the server.
 */
export default defineConfig({
  plugins: [react(), pages(), chunkModules()],
  appType: 'custom',
  build: {
    outDir: 'dist/client',
    emptyOutDir: true,
    manifest: true,
    // One style sheet, which the pages hold (scripts/prerender.ts): parts fetched later need not ask for theirs.
    cssCodeSplit: false,
    target: 'es2022',
    // Browsers of that target know modulepreload.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: ['index.html', 'app.html'],
      output: { codeSplitting: { groups } },
    },
  },
  server: {
    host: '127.0.0.1',
    port: 5173,
    strictPort: true,
    proxy: { '/api': server, '/dev/': server },
  },
});
