/**
 * Arguments for a Node that renders or tests pages: since version 25 it has a `localStorage` of its own, undefined unless a
 * file is named for it, in whose place that of a browser's document would not be put.
 */
export const withoutWebStorage = process.allowedNodeEnvironmentFlags.has('--no-experimental-webstorage')
  ? ['--no-experimental-webstorage']
  : [];
