import type { ConsoleResource } from '../console-resource';
import type { ConsoleContents } from '../use-console-parts';

/** What an operator has named that the console does not have, a sentence each. */
function unknownNames(
  { extensions, menu = {}, customRoutes = [] }: ConsoleContents,
  resources: readonly ConsoleResource[],
): string[] {
  const parts = resources.map(({ name }) => name);
  const said = (where: string, names: readonly (string | null | undefined)[], known: readonly string[]) =>
    names
      .filter((name) => name && !known.includes(name))
      .map((name) => `${where} names "${name}", which the console does not have: ${known.join(', ')}`);
  const after = [...(menu.entries ?? []), ...customRoutes.flatMap((page) => page.menu ?? [])];
  return [
    ...said('extend', Object.keys(extensions), parts),
    ...said('menu.hidden', menu.hidden ?? [], ['home', ...parts]),
    ...said(
      'after, of an entry of the menu,',
      after.map((entry) => entry.after),
      parts,
    ),
  ];
}

/** Says that in the browser's console, where developers look: it would else be left out without a word. */
export function tellUnknown(parts: ConsoleContents, resources: readonly ConsoleResource[]): void {
  for (const mistake of unknownNames(parts, resources)) console.error(mistake);
}
