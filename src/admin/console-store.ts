import { type Identifier, memoryStore, type Store } from 'ra-core';
import { loadWithRetry } from '../shared/loading/load-with-retry';
import { itemNames, readItem, writeItem } from '../shared/storage';
import { readSession } from '../shared/token';

const selection = '.selectedIds';
const params = '.listParams';

/** The filter of what react-admin keeps of a list, as text; undefined of anything else. */
function filterText(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || !('filter' in value) || !('perPage' in value))
    return undefined;
  return JSON.stringify(value.filter);
}

/** How an administrator wants a list: saved views, and columns that are left out. */
const lasting = /\.(savedQueries|datatable)$/;

/** Where the wishes of the signed-in administrator are kept. The next one at this browser does not meet them. */
function placeOf(key: string): string {
  return `console:${readSession()?.userId ?? ''}:${key}`;
}

/** What was kept, if it is a list: an older or a later console may have written it. Of views react-admin takes those that it knows. */
function keptAt(key: string): unknown[] | undefined {
  try {
    const value: unknown = JSON.parse(readItem(placeOf(key)) ?? 'null');
    return Array.isArray(value) ? value.filter(Boolean) : undefined;
  } catch {
    return undefined;
  }
}

/** Takes over what an earlier console has kept in this browser, of each administrator and list under one key. */
export async function takeOverWishes(): Promise<void> {
  const former = itemNames().filter((key) => /^console:[^:]*:[\w-]+$/.test(key));
  if (former.length > 0) (await loadWithRetry(() => import('./former-wishes'))).takeOverFormer(former);
}

/**
 * What react-admin remembers. Filters of each list and chosen rows last as long as the console is open, so that the next
 * administrator at this browser does not meet them; and another filter empties the choice of its list, which would else
 * hold rows that nobody sees. Saved views and the choice of columns stay in the browser.
 */
export function consoleStore(): Store {
  const store = memoryStore();
  /** Another window of this browser has changed what lasts. */
  const follow = ({ key }: StorageEvent) => {
    const place = placeOf('');
    const wish = key?.startsWith(place) ? key.slice(place.length) : '';
    const kept = lasting.test(wish) && keptAt(wish);
    if (kept) store.setItem(wish, kept);
  };
  return {
    ...store,
    setup() {
      store.setup();
      addEventListener('storage', follow);
    },
    teardown() {
      removeEventListener('storage', follow);
      store.teardown();
    },
    getItem(key, byDefault) {
      const known = store.getItem(key) ?? byDefault;
      // What lasts is read anew each time: another window of this browser may have changed it.
      return lasting.test(key) ? (keptAt(key) ?? known) : known;
    },
    setItem(key, value) {
      const before = filterText(store.getItem(key)) ?? '{}';
      const now = filterText(value);
      store.setItem(key, value);
      if (lasting.test(key)) writeItem(placeOf(key), JSON.stringify(value));
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
