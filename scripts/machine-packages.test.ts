import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { packagesProblem } from './machine-packages.js';

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'averin-packages-'));
});

afterEach(() => rmSync(root, { recursive: true }));

function install(name: string, about: Record<string, unknown>): void {
  const folder = join(root, 'node_modules/@node-rs', name);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: `@node-rs/${name}`, ...about }));
}

const onDebian = { os: ['linux'], cpu: ['x64'], libc: ['glibc'] };

function installAll(): void {
  install('argon2', {});
  install('argon2-linux-x64-gnu', onDebian);
}

const problemOn = (os: string, cpu: string, libc?: string) =>
  packagesProblem(pathToFileURL(`${root}/`), { os, cpu, libc });

test('those of this machine will do', () => {
  expect(packagesProblem(new URL('../', import.meta.url))).toBeUndefined();
});

test('where there are none it is not for us to say', () => {
  expect(problemOn('linux', 'x64', 'glibc')).toBeUndefined();
});

test('those of another kind of machine are named, with this one', () => {
  installAll();
  expect(problemOn('linux', 'arm64', 'glibc')).toMatch(
    /^The packages in node_modules are for linux-x64 \(glibc\), and this is linux-arm64 \(glibc\)\. /,
  );
  expect(problemOn('darwin', 'x64')).toMatch(/and this is darwin-x64\. /);
  expect(problemOn('linux', 'x64', 'musl')).toMatch(/and this is linux-x64 \(musl\)\. /);
  expect(problemOn('linux', 'x64', 'glibc')).toBeUndefined();
});

test('a system whose C library is not known gets the benefit of the doubt', () => {
  installAll();
  expect(problemOn('linux', 'x64')).toBeUndefined();
});

test('of several one that fits is enough, and a package for all Macs has no C library', () => {
  installAll();
  install('argon2-darwin-arm64', { os: ['darwin'], cpu: ['arm64'] });
  expect(problemOn('darwin', 'arm64')).toBeUndefined();
});

test('an install without optional packages is said to be one, and a folder that npm left behind is passed over', () => {
  install('argon2', {});
  mkdirSync(join(root, 'node_modules/@node-rs/.argon2-4xYzAb'));
  expect(problemOn('linux', 'x64', 'glibc')).toMatch(
    /^The packages in node_modules are for no machine, .* "npm ci", with optional packages\.$/,
  );
});
