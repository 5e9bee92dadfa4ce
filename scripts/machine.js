/*
 * What is said on a system, or under a Node, that will not do: read by any version that knows modules, so in old syntax and
 * without imports.
 */

/**
 * @param {string} engines what package.json asks for, as ">=20.19.0"
 * @param {string} version of the Node that runs, as "v16.20.2"
 * @param {string} platform as `process.platform` has it
 * @returns {string | undefined} what is wrong; nothing when both will do
 */
export function machineProblem(engines, version, platform) {
  if (platform === 'win32') {
    return (
      'This runs on Linux and macOS, and not on Windows itself. There it runs in WSL, the Windows Subsystem for Linux ' +
      '(https://learn.microsoft.com/windows/wsl/install): install Node.js and this in it, and start again.'
    );
  }
  const needed = engines.replace('>=', '').split('.').map(Number);
  const found = version.replace('v', '').split('.').map(Number);
  const differing = needed.findIndex((part, place) => part !== found[place]);
  if (Number(found[differing]) > Number(needed[differing]) || differing === -1) return undefined;
  return (
    'Node.js ' +
    needed.join('.') +
    ' or newer is needed, and this is Node.js ' +
    found.join('.') +
    '. Install a newer one (https://nodejs.org), and start again.'
  );
}
