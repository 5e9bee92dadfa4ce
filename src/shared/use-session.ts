import { useMemo, useSyncExternalStore } from 'react';
import { onTokenChange } from './session';
import { readToken, type Session, sessionOf } from './token';

/** The current session; the component renders again when it changes, in this tab or another. */
export function useSession(): Session | null {
  const token = useSyncExternalStore(onTokenChange, readToken, () => null);
  return useMemo(() => sessionOf(token), [token]);
}
