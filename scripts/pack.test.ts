import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serverPaths } from '../contract/paths';
import { patient } from '../tests/support/patience';
import { type BuiltProduct, startBuilt } from './built-product';
import { run, script } from './run-command';

/** `npm run pack`: the archive, unpacked far from the project, so that nothing of the project's is found by chance. */
const folder = mkdtempSync(join(tmpdir(), 'averin-pack-'));
let product: BuiltProduct;
let unpacked: string;
/** What tar says of each entry. */
let listed: string[];

beforeAll(async () => {
  // As somebody packs it who shares files with nobody.
  const { args } = script('scripts/pack.ts', '--out', folder);
  const packing = ['-c', 'umask 077; exec "$@"', 'sh', process.execPath, ...args];
  const { code, output } = await run({ program: '/bin/sh', args: packing }, { capture: true });
  expect(code, output).toBe(0);
  const [archive = ''] = readdirSync(folder);
  expect(archive).toMatch(
    new RegExp(`^averin-invest-[\\d.]+-${process.platform}-${process.arch}\\.tar\\.gz$`),
  );
  const list = spawnSync('tar', ['-tvzf', archive, '--numeric-owner'], { cwd: folder, encoding: 'utf8' });
  listed = list.stdout.trimEnd().split('\n');
  expect(spawnSync('tar', ['-xzf', archive], { cwd: folder }).status).toBe(0);
  rmSync(join(folder, archive));
  unpacked = join(folder, readdirSync(folder)[0] ?? '');
  product = await startBuilt(join(folder, 'data'), { folder: unpacked, patience: patient(60_000) });
});

afterAll(async () => {
  await product?.stop();
  rmSync(folder, { recursive: true, force: true });
});

test('all of it is root’s, readable by everybody and writable by nobody else', () => {
  const owned = /^(?:drwxr-xr-x|[-h]rw-r--r--|[-h]rwxr-xr-x|l\S{9}) 0\/0 /;
  expect(listed.filter((line) => !owned.test(line))).toEqual([]);
  // The folders that lead to the rest have modes, too, instead of those of whoever unpacks it.
  const folders = listed.filter((line) => line.startsWith('d')).map((line) => line.split(' ').at(-1));
  const { name, version } = JSON.parse(readFileSync(join(unpacked, 'package.json'), 'utf8'));
  for (const path of ['', 'dist/', 'node_modules/', 'node_modules/@fastify/'])
    expect(folders).toContain(`${name}-${version}/${path}`);
});

test('it answers on its own database', async () => {
  const answer = await fetch(`${product.address}/api/ready`);
  expect(answer.status).toBe(200);
});

test('it serves the pages, and the files of packages', async () => {
  const page = await fetch(product.address);
  expect(page.status).toBe(200);
  expect(await page.text()).toContain('<h1');
  expect((await fetch(`${product.address}${serverPaths.docs}/static/index.html`)).status).toBe(200);
});

test('its history is checked by the command of the documents', () => {
  const { status, stdout } = spawnSync(
    'npm',
    ['run', '--silent', 'verify', '--', '--data', join(folder, 'data')],
    {
      cwd: unpacked,
      encoding: 'utf8',
    },
  );
  expect([status, stdout]).toEqual([0, expect.stringContaining('as they were sealed')]);
});

test('each of its programs names a machine that it is not for', () => {
  const scope = join(unpacked, 'node_modules/@node-rs');
  const [one = ''] = readdirSync(scope).filter((name) => name !== 'argon2');
  const file = join(scope, one, 'package.json');
  const before = readFileSync(file, 'utf8');
  writeFileSync(file, JSON.stringify({ name: one, os: ['plan9'], cpu: ['mips'] }));
  try {
    for (const program of ['main', 'command-line', 'data-commands', 'verify-history']) {
      const { status, stderr } = spawnSync(process.execPath, [`dist/server/${program}.js`], {
        cwd: unpacked,
        encoding: 'utf8',
      });
      expect([program, status, stderr]).toEqual([
        program,
        1,
        expect.stringMatching(
          new RegExp(
            `^The packages in node_modules are for plan9-mips, and this is ${process.platform}-${process.arch}.*\\n$`,
          ),
        ),
      ]);
    }
  } finally {
    writeFileSync(file, before);
  }
});

test('it holds no tool and no source', () => {
  expect(readdirSync(unpacked).toSorted()).toEqual([
    '.env.example',
    'CHANGELOG.md',
    'README.md',
    'SECURITY.md',
    'deploy',
    'dist',
    'docs',
    'node_modules',
    'package.json',
  ]);
  const packages = readdirSync(join(unpacked, 'node_modules'));
  expect(packages).toContain('fastify');
  for (const tool of ['react', 'typescript', 'tsx', 'vite', 'vitest']) expect(packages).not.toContain(tool);
});
