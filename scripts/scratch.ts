import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { freemem } from 'node:os';
import { join } from 'node:path';

/** Where Linux keeps files in memory. */
const memory = '/dev/shm';
/** Bytes; the whole run has some hundred megabytes there at a time. */
const needed = 4 * 1024 ** 3;

/**
 * Makes a folder in memory for what a run writes and removes again, databases above all: on a disk, making and removing
 * their files is a good part of the work. Answers none where there is no such place, too little room, or where no program
 * may be started from it. It goes when this process ends.
 */
export function makeScratch(): string | undefined {
  let folder: string | undefined;
  try {
    const { bavail, bsize } = statfsSync(memory);
    if (Math.min(bavail * bsize, freemem()) < needed) return undefined;
    folder = mkdtempSync(join(memory, 'averin-'));
    removeAtExit(folder);
    // As /tmp: some of what is started runs as another user.
    chmodSync(folder, 0o1777);
    const program = join(folder, 'program');
    writeFileSync(program, '#!/bin/sh\n', { mode: 0o700 });
    execFileSync(program);
    return folder;
  } catch {
    return undefined;
  }
}

function removeAtExit(folder: string): void {
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
}
