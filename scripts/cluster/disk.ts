import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';

/** Makes a folder a disk of its own, in memory and of so many bytes; false where this may not be done. */
export function mountDisk(folder: string, bytes: number): boolean {
  mkdirSync(folder, { recursive: true });
  const options = ['-t', 'tmpfs', '-o', `size=${bytes},mode=0700`, 'averin', folder];
  return spawnSync('mount', options, { stdio: 'ignore' }).status === 0;
}

/** What is open there stays so until it is closed. */
export function unmountDisk(folder: string): void {
  spawnSync('umount', ['-l', folder], { stdio: 'ignore' });
}
