import { type Identifier, memoryStore, type Store } from 'ra-core';

const selection = '.selectedIds';
const params = '.listParams';

/** The filter of what react-admin keeps of a list, as text; undefined of anything else. */
function filterText(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || !('filter' in value) || !('perPage' in value))
    return undefined;
  return JSON.stringify(value.filter);
}

/**
 * What react-admin remembers: filters of each list, chosen rows. It lasts as long as the console is open, so that the
 * next administrator at this browser does not meet it; and another filter empties the choice of its list, which would
 * else hold rows that nobody sees.
 */
export function consoleStore(): Store {
  const store = memoryStore();
  return {
    ...store,
    setItem(key, value) {
      const before = filterText(store.getItem(key)) ?? '{}';
      const now = filterText(value);
      store.setItem(key, value);
      if (now === undefined || now === before) return;
      const list = key.endsWith(params) ? key.slice(0, -params.length) : key;
      store.setItem(`${list}${selection}`, []);
    },
  };
}

/** Takes records out of the choice of every list of a resource. */
export function unselect(store: Store, resource: string, ids: readonly Identifier[]): void {
  const gone = new Set(ids.map(String));
  const lists = store.getItem<string[]>(`${resource}${selection}.storeKeys`, []) ?? [];
  for (const key of [`${resource}${selection}`, ...lists]) {
    const chosen = store.getItem<Identifier[]>(key);
    if (chosen?.some((id) => gone.has(String(id)))) {
      store.setItem(
        key,
        chosen.filter((id) => !gone.has(String(id))),
      );
    }
  }
}
