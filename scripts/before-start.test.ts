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
