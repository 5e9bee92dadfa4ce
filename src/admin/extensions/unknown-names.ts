import type { ConsoleResource } from '../console-resource';
import type { ConsoleContents } from '../use-console-parts';

/** Whether a page shows what an extension adds: ours do, and those that a declaration makes. */
const showsAdditions = (page: unknown) =>
  page === undefined || (page instanceof Object && Reflect.get(page, 'showsAdditions') === true);

/** What an operator has added to pages of their own making, which do not show it, a sentence each. */
function unshownAdditions({ added, extensions }: ConsoleContents): string[] {
  return Object.entries(extensions).flatMap(([name, extension]) => {
    const pages = { ...added.findLast((part) => part.name === name), ...extension };
    const unshown = [
      ...(showsAdditions(pages.list) ? [] : (['columns', 'filters', 'actions'] as const)),
      ...(showsAdditions(pages.edit) && showsAdditions(pages.show) ? [] : (['panels'] as const)),
    ];
    return unshown
      .filter((part) => extension[part] !== undefined)
      .map(
        (part) => `extend adds ${part} to "${name}", whose page is one of your own and does not show them`,
      );
  });
}

/** What an operator has named that the console does not have, and where no page is, a sentence each. */
function unknownNames(contents: ConsoleContents, resources: readonly ConsoleResource[]): string[] {
  const { extensions, menu = {}, customRoutes = [] } = contents;
  const parts = resources.map(({ name }) => name);
  const said = (where: string, names: readonly (string | null | undefined)[], known: readonly string[]) =>
    names
      .filter((name) => name && !known.includes(name))
      .map((name) => `${where} names "${name}", which the console does not have: ${known.join(', ')}`);
  const entries = menu.entries ?? [];
  const addresses = [
    ...entries.map(({ to }) => to).filter((to) => !URL.canParse(to)),
    ...customRoutes.map(({ path }) => path),
  ];
  const after = [...entries, ...customRoutes.flatMap((page) => page.menu ?? [])];
  return [
    ...unshownAdditions(contents),
    ...said('extend', Object.keys(extensions), parts),
    ...said('menu.hidden', menu.hidden ?? [], ['home', ...parts]),
    ...said(
      'after, of an entry of the menu,',
      after.map((entry) => entry.after),
      parts,
    ),
    ...addresses
      .filter((address) => !address.startsWith('/'))
      .map((address) => `An address within the console begins with a slash: "/${address}", not "${address}"`),
  ];
}

/** Says that in the browser's console, where developers look: it would else be left out without a word. */
export function tellUnknown(parts: ConsoleContents, resources: readonly ConsoleResource[]): void {
  for (const mistake of unknownNames(parts, resources)) console.error(mistake);
}
