import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, test } from 'vitest';
import { findBinaries } from './binaries';
import { createCluster, isAlive } from './cluster';

const isRoot = process.getuid?.() === 0;

test('a process that has ended is not alive, whether its parent collects it or not', async () => {
  // What the shell becomes knows of no children.
  const parent = spawn('sh', ['-c', 'sleep 60 & echo $!; exec sleep 60'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  try {
    const [line] = (await once(createInterface({ input: parent.stdout }), 'line')) as [string];
    const child = Number(line);
    expect([isAlive(child), isAlive(process.pid)]).toEqual([true, true]);
    process.kill(child, 'SIGKILL');
    await expect.poll(() => isAlive(child)).toBe(false);
    // Its number is taken all the same.
    expect(process.kill(child, 0)).toBe(true);
  } finally {
    parent.kill();
  }
});

test('a system that cannot load the programs is told what they need', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'averin-loader-'));
  const initdb = join(folder, 'initdb');
  // Found, as a program for another C library is, and yet nothing to start it with.
  await writeFile(initdb, '#!/nowhere/ld-musl.so\n', { mode: 0o755 });
  const cluster = { folder: join(folder, 'postgres'), binaries: { ...findBinaries(), initdb } };
  for (const kind of isRoot ? (['self', 'namespace'] as const) : (['self'] as const)) {
    await expect(createCluster({ ...cluster, runAs: { kind } }, [])).rejects.toThrow(
      /^The PostgreSQL that comes with the product does not run on this system: it needs glibc, .* DATABASE_URL/,
    );
  }
  await rm(folder, { recursive: true });
});

test.skipIf(!isRoot)(
  'a product in a folder that the user of the database cannot enter is told to move',
  async () => {
    const closed = await mkdtemp(join(tmpdir(), 'averin-closed-'));
    const initdb = join(closed, 'initdb');
    await writeFile(initdb, '#!/bin/sh\n', { mode: 0o755 });
    const cluster = { folder: join(tmpdir(), 'averin-none'), binaries: { ...findBinaries(), initdb } };
    const runAs = { kind: 'user', name: 'nobody', uid: 65_534, gid: 65_534 } as const;
    await expect(createCluster({ ...cluster, runAs }, [])).rejects.toThrow(
      new RegExp(
        `nobody, whom it would run as, cannot enter ${closed}. Ways out:\n  - move the product .* /opt`,
      ),
    );
    await rm(closed, { recursive: true });
  },
);
