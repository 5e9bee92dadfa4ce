import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { run, script } from '../../scripts/run-command';
import { codeGroups } from '../../scripts/vite/code-groups';
import { consoleVisit, everLoaded, firstLoad, keyOf, loadedAtOnce, modulesIn, readBundle } from './bundle';
import { importsWithEveryPart } from './every-part';
import { readImports, readSources, root } from './imports';

const front = 'index.html';
const entry = 'app.html';
/** Brought to life as soon as the page stands, and while somebody reads on. */
const islands = [
  'src/landing/hydrate.tsx',
  'src/landing/islands/HeroRotator.tsx',
  'src/landing/islands/CountUp.tsx',
];
const consoleEntry = 'src/admin/AdminApp.tsx';
const ofReactAdmin = (module: string) => /(^|\/)node_modules\/(react-admin|ra-[^/]+)\//.test(module);

let bundle: ReturnType<typeof readBundle>;

beforeAll(async () => {
  const { code, output } = await run(script('scripts/build.ts', '--if-stale'), { capture: true });
  if (code !== 0) throw new Error(`The build failed:\n${output}`);
  bundle = readBundle();
});

test('nothing a visitor or an investor can ever load holds react-admin', () => {
  const parts = consoleVisit(bundle);
  const ofConsole = (key: string) => key.startsWith('src/admin/') || parts.includes(key);
  const keys = everLoaded(bundle.manifest, entry, ofConsole);
  expect([...keys]).toEqual(
    expect.arrayContaining([
      'src/auth/LoginPage.tsx',
      'src/auth/RegisterPage.tsx',
      'src/investor/dashboard/DashboardPage.tsx',
      'src/investor/transactions/TransactionsPage.tsx',
    ]),
  );
  expect(modulesIn(keys, bundle).filter(ofReactAdmin)).toEqual([]);
});

test('what pages besides the console take of MUI is in no file of react-admin, whatever an operator adds', () => {
  const initial = new Set(modulesIn(loadedAtOnce(bundle.manifest, entry), bundle));
  const taken = readSources('src')
    .filter(({ path }) => !path.startsWith('src/admin/') && !/[./]test/.test(path))
    .flatMap(readImports)
    .filter(({ from, typeOnly }) => !typeOnly && /^@mui\/material\/[A-Z]\w*$/.test(from))
    .map(({ from }) => `node_modules/${from}/${from.split('/').at(-1)}.mjs`);
  const apart = codeGroups.filter(({ name, tags }) => name !== 'console' && !tags);
  const free = taken.filter(
    (module) =>
      !initial.has(module) &&
      !apart.some(({ test: held }) => held instanceof RegExp && held.test(`/${module}`)),
  );
  expect(taken.length).toBeGreaterThan(50);
  expect([...new Set(free)]).toEqual([]);
});

test('the console does hold react-admin, so the check above would see it', () => {
  const held = modulesIn(loadedAtOnce(bundle.manifest, consoleEntry), bundle).filter(ofReactAdmin);
  expect(held.length).toBeGreaterThan(50);
});

test('React Router is the build for production, whose warnings nobody reads', () => {
  const builds = Object.values(bundle.modules)
    .flat()
    .flatMap((module) => /node_modules\/react-router\/dist\/(\w+)\//.exec(module)?.slice(1) ?? []);
  expect([...new Set(builds)]).toEqual(['production']);
});

test('what writes the CSV of react-admin is fetched when it is used', () => {
  const writers = (keys: Iterable<string>) =>
    modulesIn(keys, bundle).filter((module) => module.includes('node_modules/jsonexport/'));
  expect(writers(everLoaded(bundle.manifest, consoleEntry, () => false)).length).toBeGreaterThan(0);
  expect(writers(loadedAtOnce(bundle.manifest, consoleEntry))).toEqual([]);
});

test('styles are made while React renders, in slices, and not when all of it is put into the document', () => {
  const late = Object.values(bundle.modules)
    .flat()
    .filter((module) => module.includes('node_modules/@emotion/use-insertion-effect-with-fallbacks/'));
  expect(late).toEqual([]);
});

test('nothing stands in for what every browser of the target has', () => {
  const standIns = Object.values(bundle.modules)
    .flat()
    .filter((module) =>
      /node_modules\/(object\.|get-intrinsic|function-bind|core-js|diacritic\/)/.test(module),
    );
  expect(standIns).toEqual([]);
});

test.each([
  ['the front page', 140, [front, ...islands]],
  ['the sign-in page', 200, [entry, 'src/auth/AuthLayout.tsx', 'src/auth/LoginPage.tsx']],
  ['the dashboard', 215, [entry, 'src/app/InvestorArea.tsx', 'src/investor/dashboard/DashboardPage.tsx']],
  ['the console', 380, [entry, consoleEntry]],
])('%s first loads at most %i kB of JavaScript, gzipped, in at most 15 files', (_, kilobytes, entries) => {
  const { size, files } = firstLoad(bundle.manifest, ...entries);
  expect(size / 1000).toBeLessThanOrEqual(kilobytes);
  expect(files).toBeLessThanOrEqual(15);
});

test('a visit of the users first loads at most 380 kB with all parts that the menu names, in 15 files and one for each that an operator added', () => {
  const visit = consoleVisit(bundle);
  const { size, files } = firstLoad(bundle.manifest, ...visit);
  expect(size / 1000).toBeLessThanOrEqual(380);
  const added = visit.filter((key) => key.startsWith('src/') && key !== consoleEntry);
  expect(files).toBeLessThanOrEqual(15 + added.length);
});

test('the page on which the console opens adds one file to those', () => {
  const { files } = firstLoad(bundle.manifest, entry, consoleEntry, 'src/admin/home/HomePage.tsx');
  expect(files).toBeLessThanOrEqual(16);
});

test('no file waits for one that waits for it, whose values would not be there yet', () => {
  const { manifest } = bundle;
  const inCircle = Object.keys(manifest).filter((key) => {
    const imported = manifest[key]?.imports ?? [];
    return loadedAtOnce(manifest, ...imported).has(key);
  });
  expect(inCircle).toEqual([]);
});

test("nor would one if an operator's page took all that react-admin exports", async () => {
  const imports = await importsWithEveryPart();
  expect(imports.size).toBeGreaterThan(100);
  const inCircle = [...imports].filter(([file, imported]) => {
    const before = new Set(imported);
    for (const one of before) for (const next of imports.get(one) ?? []) before.add(next);
    return before.has(file);
  });
  expect(inCircle).toEqual([]);
});

test('an account page that came as HTML begins with at most 3 kB', () => {
  expect(firstLoad(bundle.manifest, 'src/start.ts').size).toBeLessThan(3_000);
});

test('what every screen stands on runs by itself, before the app that imports it', () => {
  const client = join(root, 'dist/client');
  // Those of the console are left out where an operator has options for it (src/app/shells.tsx).
  const screens = readdirSync(client).filter((file) => /^screen\.(dashboard|admin\..*)\.html$/.test(file));
  expect(screens).toContain('screen.dashboard.html');
  for (const page of ['app.html', ...screens]) {
    const html = readFileSync(join(client, page), 'utf8');
    const run = [...html.matchAll(/<script type="module"[^>]* src="\/([^"]+)"/g)].map(([, file]) => file);
    const files = [keyOf(bundle, 'node_modules/react-dom/index.js'), entry].map(
      (key) => bundle.manifest[key]?.file,
    );
    expect(run, page).toEqual(files);
  }
});
