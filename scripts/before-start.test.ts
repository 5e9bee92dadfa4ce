import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { hashBuildInputs } from './build-state.js';

const manifest = (node: string) => JSON.stringify({ type: 'module', engines: { node } });

const files = [
  'before-start.js',
  'build-before-start.js',
  'build-state.js',
  'installed-packages.js',
  'machine.js',
  'machine-packages.js',
];

/** What `npm start` does before the server, in a folder without the tools of the build. */
let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'averin-start-'));
  for (const file of files) {
    cpSync(join(import.meta.dirname, file), join(root, 'scripts', file));
  }
  writeFileSync(join(root, 'package.json'), manifest('>=20.19.0'));
  mkdirSync(join(root, 'contract'));
  writeFileSync(join(root, 'contract/a.ts'), 'export const a = 1;');
});

afterEach(() => rmSync(root, { recursive: true }));

function build(): void {
  for (const folder of ['dist/client', 'dist/server']) mkdirSync(join(root, folder), { recursive: true });
  writeFileSync(join(root, 'dist/server/main.js'), '');
  writeFileSync(join(root, 'dist/.stamp'), hashBuildInputs(root));
}

const lockFile = (packages: Record<string, { version?: string; link?: boolean; dev?: boolean }>) =>
  JSON.stringify({ lockfileVersion: 3, packages });

const react = 'node_modules/react';
const nested = 'node_modules/tsx/node_modules/@esbuild/linux-x64';

/** What package-lock.json names, and what npm says that it has installed. */
function install(packages: Parameters<typeof lockFile>[0]): void {
  const named = {
    '': { version: '0.1.0' },
    [react]: { version: '19.2.0' },
    [nested]: { version: '0.28.0', dev: true },
    'node_modules/linked': { version: '1.0.0' },
  };
  writeFileSync(join(root, 'package-lock.json'), lockFile(named));
  mkdirSync(join(root, 'node_modules'));
  writeFileSync(join(root, 'node_modules/.package-lock.json'), lockFile(packages));
}

/** The build itself, whose own imports are installed. */
function runBuild(...args: string[]) {
  cpSync(import.meta.dirname, join(root, 'scripts'), { recursive: true });
  const program = ['--import', import.meta.resolve('tsx'), 'scripts/build.ts', ...args];
  const { status, stdout, stderr } = spawnSync(process.execPath, program, { cwd: root, encoding: 'utf8' });
  return { status, output: stdout + stderr };
}

function beforeStart() {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/before-start.js'], {
    cwd: root,
    encoding: 'utf8',
  });
  return { status, output: stdout + stderr };
}

describe('without the tools of the build', () => {
  test('a current build starts without a word', () => {
    build();
    expect(beforeStart()).toEqual({ status: 0, output: '' });
  });

  test('a missing build stops the start and says what to run', () => {
    const { status, output } = beforeStart();
    expect(status).toBe(1);
    expect(output).toMatch(/^Nothing is built, .* "npm ci && npm run build"/);
  });

  test('a build that broke off counts as missing', () => {
    build();
    rmSync(join(root, 'dist/.stamp'));
    expect(beforeStart().status).toBe(1);
  });

  test('a stale build starts, with a warning', () => {
    build();
    writeFileSync(join(root, 'contract/a.ts'), 'export const a = 2;');
    const { status, output } = beforeStart();
    expect(status).toBe(0);
    expect(output).toMatch(/^dist\/ was built from other sources/);
  });
});

describe('a file .env', () => {
  const write = (...lines: string[]) => writeFileSync(join(root, '.env'), `${lines.join('\n')}\n`);

  test('may change in what is the server’s own', () => {
    build();
    write('PORT=3000');
    expect(beforeStart()).toEqual({ status: 0, output: '' });
    write('PORT=3000', 'VITE_SITE="a', 'b"');
    build();
    write('PORT=3001', 'SMTP_URL=smtp://localhost', 'VITE_SITE="a', 'b"');
    expect(beforeStart()).toEqual({ status: 0, output: '' });
  });

  test('makes the build another one by what is in the pages', () => {
    write('VITE_SITE="a', 'b"');
    build();
    write('VITE_SITE="a', 'c"');
    expect(beforeStart().output).toMatch(
      /^dist\/ was built from other sources, or with other VITE_ variables/,
    );
    write('NAME=a', 'VITE_SITE=$NAME');
    build();
    write('NAME=b', 'VITE_SITE=$NAME');
    expect(beforeStart().output).toMatch(
      /^dist\/ was built from other sources, or with other VITE_ variables/,
    );
  });
});

test('a Node that is too old is named, beside the one that is needed', () => {
  build();
  writeFileSync(join(root, 'package.json'), manifest('>=900.1.0'));
  expect(beforeStart()).toEqual({
    status: 1,
    output: `Node.js 900.1.0 or newer is needed, and this is Node.js ${process.versions.node}. Install a newer one (https://nodejs.org), and start again.\n`,
  });
});

test('packages of a machine of another kind are named', () => {
  build();
  const one = join(root, 'node_modules/@node-rs/argon2-plan9-mips');
  mkdirSync(one, { recursive: true });
  writeFileSync(join(one, 'package.json'), JSON.stringify({ os: ['plan9'], cpu: ['mips'] }));
  const { status, output } = beforeStart();
  expect(status).toBe(1);
  expect(output).toMatch(/^The packages in node_modules are for plan9-mips, and this is /);
});

describe('packages of other versions than package-lock.json names', () => {
  test('stop the start, whatever is built', () => {
    install({ [react]: { version: '19.1.0' } });
    const refusal = {
      status: 1,
      output:
        'The packages in node_modules are not those of package-lock.json: react is 19.1.0 and not 19.2.0. Run "npm ci".\n',
    };
    expect(beforeStart()).toEqual(refusal);
    build();
    expect(beforeStart()).toEqual(refusal);
  });

  test('stop the build, whatever is built', () => {
    install({ [nested]: { version: '0.27.0' }, [react]: { version: '19.1.0' } });
    const refusal = {
      status: 1,
      output:
        'The packages in node_modules are not those of package-lock.json: @esbuild/linux-x64 is 0.27.0 and not 0.28.0, and 1 more differ. Run "npm ci".\n',
    };
    expect(runBuild()).toEqual(refusal);
    build();
    expect(runBuild('--if-stale')).toEqual(refusal);
  });

  test('are not those that are left out, added or linked', () => {
    install({
      [react]: { version: '19.2.0' },
      'node_modules/added': { version: '1.0.0' },
      'node_modules/linked': { link: true },
    });
    build();
    expect(beforeStart()).toEqual({ status: 0, output: '' });
  });

  test('cannot be told where another package manager installed them', () => {
    install({});
    rmSync(join(root, 'node_modules/.package-lock.json'));
    build();
    expect(beforeStart()).toEqual({ status: 0, output: '' });
  });
});
