import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mountDisk, unmountDisk } from '../../scripts/cluster/disk';

/** A folder that is a disk of its own with room for so many bytes; `missing` where none may be mounted. */
export function makeSmallDisk(bytes: number) {
  const folder = mkdtempSync(join(tmpdir(), 'averin-disk-'));
  const missing = !mountDisk(folder, bytes);
  return {
    folder,
    missing,
    remove(): void {
      if (!missing) unmountDisk(folder);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
