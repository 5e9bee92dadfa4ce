/**
 * The browser's local storage. What it does not take (blocked site data, a full disk) is kept as long as the page
 * lasts, so that every screen still works there; what it has under that name is older.
 */
const memory = new Map<string, string>();

export function readItem(key: string): string | null {
  const kept = memory.get(key);
  if (kept !== undefined) return kept;
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function writeItem(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
    memory.delete(key);
  } catch {
    memory.set(key, value);
  }
}

export function removeItem(key: string): void {
  memory.delete(key);
  try {
    localStorage.removeItem(key);
  } catch {
    // Then it has nothing that could be read.
  }
}

/** The keys of all entries. */
export function itemNames(): string[] {
  try {
    return [...new Set([...memory.keys(), ...Object.keys(localStorage)])];
  } catch {
    return [...memory.keys()];
  }
}
