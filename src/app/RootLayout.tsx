import { useEffect } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { dropShell } from '../shared/loading/shell';

/** Around every page: each route change starts at the top, or at the anchor the address names. */
export function RootLayout() {
  const { pathname, hash } = useLocation();

  useEffect(() => {
    // The browser would restore its own position after ours.
    history.scrollRestoration = 'manual';
    dropShell();
  }, []);

  // What an anchor is called needs no decoding.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the path is what a change of route changes.
  useEffect(() => {
    const anchor = hash ? document.getElementById(hash.slice(1)) : null;
    if (anchor) anchor.scrollIntoView();
    else window.scrollTo(0, 0);
  }, [pathname, hash]);

  return <Outlet />;
}
