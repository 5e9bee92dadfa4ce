import { spawnSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export const isRoot = process.getuid?.() === 0;

/** The number of a user of no rights. */
export const nobody = 65_534;

/** Whether the programs can be run by another user, who is not let into a folder such as /root. */
export const isOpenToOthers =
  !isRoot || spawnSync('test', ['-r', import.meta.filename], { uid: nobody, gid: nobody }).status === 0;

/** A PATH with which root is refused user namespaces, so that PostgreSQL runs as another user; its program is in the folder. */
export async function pathWithoutNamespaces(folder: string): Promise<string> {
  const programs = join(folder, 'programs');
  await mkdir(programs);
  await writeFile(join(programs, 'unshare'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
  return `${programs}:${process.env.PATH}`;
}
