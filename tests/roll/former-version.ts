import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { root, run } from '../../scripts/run-command';

async function must(program: string, args: readonly string[]): Promise<void> {
  const { code, output } = await run({ program, args }, { capture: true });
  if (code !== 0) throw new Error(`${program} ${args.join(' ')}\n${output}`);
}

/**
 * The server of another version, in `folder`: unpacked, when an archive of `npm run pack` is named, or built from a commit of this
 * repository. Answers its program.
 */
export async function makeVersion(name: string, folder: string): Promise<string> {
  const source = join(folder, 'version');
  mkdirSync(source, { recursive: true });
  if (existsSync(name)) await must('/bin/tar', ['-xzf', name, '-C', source, '--strip-components=1']);
  else await build(name, folder, source);
  const program = join(source, 'dist/server/main.js');
  if (!existsSync(program)) throw new Error(`${name} has no dist/server/main.js`);
  return program;
}

async function build(ref: string, folder: string, source: string): Promise<void> {
  const archive = join(folder, 'version.tar');
  await must('/usr/bin/git', ['archive', '--format=tar', `--output=${archive}`, ref]);
  await must('/bin/tar', ['-xf', archive, '-C', source]);
  const lock = (of: string) => readFileSync(join(of, 'package-lock.json'), 'utf8');
  if (lock(source) === lock(root)) symlinkSync(join(root, 'node_modules'), join(source, 'node_modules'));
  else await must('/usr/bin/env', ['-C', source, 'npm', 'ci', '--no-audit', '--no-fund']);
  await must('/usr/bin/env', ['-C', source, 'npm', 'run', 'build']);
}
