/** The folder that the workers of a run share (tests/e2e/global-setup.ts); it goes with the run. */
export function sharedFolder(): string {
  const folder = process.env.E2E_SHARED_FOLDER;
  if (folder === undefined) throw new Error('E2E_SHARED_FOLDER is set by the global set-up');
  return folder;
}
