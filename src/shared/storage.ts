/**
 * The browser's local storage. A browser that refuses it (blocked site data) gets one that lasts as long as
 * the page, so that every screen still works there.
 */
const memory = new Map<string, string>();

export function readItem(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return memory.get(key) ?? null;
  }
}

export function writeItem(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    memory.set(key, value);
  }
}

export function removeItem(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    memory.delete(key);
  }
}

/** The keys of all entries. */
export function itemNames(): string[] {
  try {
    return Object.keys(localStorage);
  } catch {
    return [...memory.keys()];
  }
}
