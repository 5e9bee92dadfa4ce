import { useSyncExternalStore } from 'react';

/** Why a part of the product does not come: the network is away, or the server has it no more. */
export type Trouble = 'offline' | 'outdated';

const failing = new Map<object, Trouble>();
const listeners = new Set<() => void>();

function announce(): void {
  for (const listener of listeners) listener();
}

/** Says how the fetching of a part goes; null once it has come. */
export function reportTrouble(part: object, trouble: Trouble | null): void {
  if (trouble) failing.set(part, trouble);
  else if (!failing.delete(part)) return;
  announce();
}

function current(): Trouble | null {
  if (!navigator.onLine) return 'offline';
  const troubles = [...failing.values()];
  return troubles.find((trouble) => trouble === 'outdated') ?? troubles[0] ?? null;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

/** What keeps the product from going on, if anything does. */
export function useTrouble(): Trouble | null {
  return useSyncExternalStore(subscribe, current, () => null);
}

/** Resolves when something keeps the product from going on. */
export function troubled(): Promise<void> {
  return new Promise((resolve) => {
    let stop = () => {};
    const look = () => {
      if (!current()) return;
      stop();
      resolve();
    };
    stop = subscribe(look);
    look();
  });
}
