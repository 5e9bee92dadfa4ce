import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const aptGet = '/usr/bin/apt-get';

/** Whether Debian's packages can be installed here: by root, where there is apt. */
export const canInstall = process.getuid?.() === 0 && existsSync(aptGet);

/** Installs Debian's packages, with what they need and no more. Whoever asks looks for what has come of it. */
export function installPackages(names: readonly string[]): void {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', ...names]])
    spawnSync(aptGet, args, { stdio: 'inherit', env });
}
