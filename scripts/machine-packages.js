import { existsSync, readdirSync, readFileSync } from 'node:fs';

/*
 * What is said where the packages were installed on a machine of another kind: in an archive of `npm run pack`, or in a folder
 * that was copied or mounted. Looked at before they are loaded: their own errors tell of a mistake of npm's.
 */

/** Beside the package there it has one for each kind of machine, of which npm installs what fits. */
const scope = 'node_modules/@node-rs/';

/**
 * @typedef {{ os: string, cpu: string, libc: string | undefined }} Machine
 */

/** The C library of this Linux; nothing where that cannot be told. */
function cLibrary() {
  const ldd = '/usr/bin/ldd';
  if (process.platform !== 'linux' || !existsSync(ldd)) return undefined;
  return readFileSync(ldd, 'latin1').includes('musl') ? 'musl' : 'glibc';
}

/** @returns {Machine} */
const thisMachine = () => ({ os: process.platform, cpu: process.arch, libc: cLibrary() });

/** @param {Machine} machine */
const named = ({ os, cpu, libc }) => `${os}-${cpu}${libc ? ` (${libc})` : ''}`;

/**
 * @param {URL} root the product's folder
 * @param {Machine} machine
 * @returns {string | undefined} what is wrong; nothing when they fit, or there are none
 */
export function packagesProblem(root, machine = thisMachine()) {
  const folder = new URL(scope, root);
  if (!existsSync(folder)) return undefined;
  const kinds = readdirSync(folder)
    .map((name) => new URL(`${name}/package.json`, folder))
    .filter((file) => existsSync(file))
    .map((file) => JSON.parse(readFileSync(file, 'utf8')))
    .filter(({ os, cpu }) => os && cpu)
    .map(({ os: [os], cpu: [cpu], libc: [libc] = [] }) => ({ os, cpu, libc }));
  const fits = kinds.some(
    ({ os, cpu, libc }) =>
      os === machine.os && cpu === machine.cpu && (!libc || !machine.libc || libc === machine.libc),
  );
  if (fits) return undefined;
  return (
    `The packages in node_modules are for ${kinds.map(named).join(' and ') || 'no machine'}, and this is ${named(machine)}. ` +
    'Unpack an archive that was packed on a machine of this kind; in a checkout run "npm ci", with optional packages.'
  );
}
