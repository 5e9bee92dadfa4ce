import { useEffect } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { dropShell } from '../shared/loading/shell';

/** What a fragment names; as it is where it cannot be decoded. */
function nameIn(hash: string): string {
  const name = hash.slice(1);
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** Around every page: each route change starts at the top, or at the anchor the address names. */
export function RootLayout() {
  const { pathname, hash } = useLocation();

  useEffect(() => {
    // The browser would restore its own position after ours.
    history.scrollRestoration = 'manual';
    dropShell();
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the path is what a change of route changes.
  useEffect(() => {
    const anchor = hash ? document.getElementById(nameIn(hash)) : null;
    if (anchor) anchor.scrollIntoView();
    else window.scrollTo(0, 0);
  }, [pathname, hash]);

  return <Outlet />;
}
