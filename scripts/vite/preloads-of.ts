/** Files that the console has from the first: groups of scripts/vite/code-groups.ts. */
const ofConsole =
  /\/(app|area|choice|common|console|form|overlay|panels|parts|records|rolldown-runtime|start|ui)-[^/]+\.js$/;

/**
 * What a browser is told to fetch beside a file that is imported later, by the file that imports it. What is there by then
 * is left out, whose names would be loaded with each of them: all that the console shares, where it imports something
 * itself, or by src/app.config.ts, which every investor loads.
 */
export function preloadsOf(_file: string, needed: string[], { hostId }: { hostId: string }): string[] {
  if (/\/ui-[^/]+$/.test(hostId)) return [];
  return /\/(AdminApp|console)-[^/]+$/.test(hostId) ? needed.filter((file) => !ofConsole.test(file)) : needed;
}
