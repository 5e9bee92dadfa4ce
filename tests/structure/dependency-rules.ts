import { builtinModules } from 'node:module';
import { posix } from 'node:path';
import { type Import, readImports, type SourceFile } from './imports';
import { serverBreach, serverPackageBreach } from './server-rooms';

/** What each room of the source may import from; its own files always. Nothing else is allowed. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  contract: [],
  server: ['contract'],
  'src/app.config': ['contract'],
  'src/shared': ['contract', 'src/app.config'],
  'src/account': ['contract', 'src/app.config', 'src/shared'],
  'src/auth': ['contract', 'src/app.config', 'src/shared'],
  'src/investor': ['contract', 'src/app.config', 'src/shared'],
  'src/landing': ['contract', 'src/app.config', 'src/shared'],
  'src/admin': ['contract', 'src/app.config', 'src/shared'],
  'src/app': [
    'contract',
    'src/app.config',
    'src/shared',
    'src/account',
    'src/auth',
    'src/investor',
    'src/landing',
    'src/admin',
  ],
  'src/main': ['src/app'],
  'src/start': ['src/app', 'src/shared'],
};

/** "src/auth" of "src/auth/LoginPage.tsx", "server" of "server/db/client.ts", "src/main" of "src/main.ts". */
function roomOf(path: string): string {
  const [first = '', second = ''] = path.split('/');
  return first === 'src' ? `src/${second.replace(/(\.test)?\.tsx?$/, '')}` : first;
}

const isRelative = (from: string) => from.startsWith('.');
const isTest = (path: string) => /\.test\.tsx?$/.test(path) || path.includes('/testing/');
const isReactAdmin = (from: string) => /^(react-admin|ra-[^/]+)(\/|$)/.test(from);
const isBuiltin = (from: string) => from.startsWith('node:') || builtinModules.includes(from);
/** The console asks the host through its data provider alone, so that whoever replaces that catches all of it. */
const passesBy = (path: string, target: string) =>
  path.startsWith('src/admin/') &&
  !path.startsWith('src/admin/provider/') &&
  /^src\/shared\/(api|http)$/.test(target);
/** A resource of the console gathers its parts for `<Resource {...}>`; the contract's zod is zod, set up. */
const mayPassOn = (path: string) => /^src\/admin\/[^/]+\/index\.ts$/.test(path) || path === 'contract/zod.ts';
/** Asks for a file anew that another file has imported by its name and did not get. */
const importsAgain = new Set(['src/shared/loading/load-with-retry.ts']);

function breachOf(path: string, found: Import): string | undefined {
  const { from, kind, typeOnly } = found;
  const room = roomOf(path);
  if (kind === 'export-from' && !mayPassOn(path)) return `passes on ${from}: only a resource's index.ts may`;
  if (from === 'react-router' || from.startsWith('react-router/')) {
    return 'imports react-router: take react-router-dom';
  }
  if (isReactAdmin(from) && !typeOnly && room !== 'src/admin') return `imports ${from} outside src/admin`;
  if (room === 'contract' && !isRelative(from) && from !== 'zod' && !isTest(path)) {
    return `imports ${from}: the contract imports zod and nothing else`;
  }
  if (room.startsWith('src/') && isBuiltin(from) && !isTest(path)) {
    return `imports ${from}: a browser has no Node modules`;
  }
  if (from.startsWith('(')) {
    return importsAgain.has(path) ? undefined : `imports a computed address ${from}`;
  }
  if (!isRelative(from)) {
    const breach = room === 'server' ? serverPackageBreach(path, from) : undefined;
    return breach && `imports ${from}: it ${breach}`;
  }
  const targetPath = posix.join(posix.dirname(path), from);
  const target = roomOf(targetPath);
  if (room === 'server' && target === 'server') {
    const breach = serverBreach(path, targetPath);
    return breach && `imports ${from}: it ${breach}`;
  }
  if (passesBy(path, targetPath) && !typeOnly) return `imports ${from}: the console calls its data provider`;
  if (target === room || allowed[room]?.includes(target)) return undefined;
  // The operator's file may name parts of the console, fetched when they are shown.
  if (room === 'src/app.config' && target === 'src/admin' && (kind === 'dynamic' || typeOnly)) {
    return undefined;
  }
  // Tests may use what tests share.
  if (isTest(path) && target === 'tests') return undefined;
  return `imports ${from}: ${room} must not depend on ${target}`;
}

/** What a file of contract, server or src imports against the rules of dependency, in words. */
export function breachesOf(file: SourceFile): string[] {
  return readImports(file).flatMap((found) => {
    const breach = breachOf(file.path, found);
    return breach === undefined ? [] : [`${file.path} ${breach}`];
  });
}

/**
 * Groups of files that need each other, types included; none where dependencies point one way. What is fetched when it is
 * shown may lead back.
 */
export function circlesIn(sources: readonly SourceFile[]): string[][] {
  const paths = new Set(sources.map(({ path }) => path));
  const imports = new Map(sources.map((file) => [file.path, targetsOf(file, paths)]));
  const reaches = (from: string, wanted: string, seen = new Set<string>()): boolean =>
    (imports.get(from) ?? []).some((next) => {
      if (next === wanted) return true;
      if (seen.has(next)) return false;
      seen.add(next);
      return reaches(next, wanted, seen);
    });
  const circles: string[][] = [];
  for (const path of paths) {
    if (circles.some((circle) => circle.includes(path)) || !reaches(path, path)) continue;
    circles.push([...paths].filter((other) => reaches(path, other) && reaches(other, path)));
  }
  return circles;
}

/** The files of the source that a file imports. */
function targetsOf(file: SourceFile, paths: ReadonlySet<string>): string[] {
  return readImports(file)
    .filter(({ from, kind }) => isRelative(from) && kind !== 'dynamic')
    .map(({ from }) => posix.join(posix.dirname(file.path), from))
    .flatMap((target) =>
      [`${target}.ts`, `${target}.tsx`, `${target}/index.ts`].filter((path) => paths.has(path)),
    );
}
