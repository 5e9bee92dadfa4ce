/*
 * What is said under a Node that is too old for everything else: read by any version that knows modules, so in old syntax
 * and without imports.
 */

/**
 * @param {string} engines what package.json asks for, as ">=20.19.0"
 * @param {string} version of the Node that runs, as "v16.20.2"
 * @returns {string | undefined} what is wrong; nothing when the version will do
 */
export function nodeProblem(engines, version) {
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
