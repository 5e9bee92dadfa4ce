import {
  type RouterLocation,
  type RouterNavigateFunction,
  type RouterProvider,
  reactRouterProvider,
  useListContext,
} from 'ra-core';
import { useCallback, useEffect, useMemo } from 'react';

/** The page that a list is about to ask for in place of the first one, and whether the address names it already. */
let kept: { page: number; shown: boolean } | undefined;

/**
 * Keeps the page of a list where react-admin would go to the first one, which it does for any page without rows: one that could not be
 * read stays, to be asked for again, and behind the last page there is the last one.
 */
export function useKeptPage(): void {
  const { data, error, isPending, isFetching, page, perPage, total, setPage } = useListContext();
  // No dependencies: react-admin goes there after each rendering of the list.
  useEffect(() => {
    if (isPending || isFetching || page <= 1 || data?.length) return;
    const wanted = error ? page : Math.ceil((total ?? 0) / perPage) || 1;
    // It asks for the first page in an effect after this one, and goes there in a task of its own: what is asked for meanwhile counts.
    queueMicrotask(() => {
      setPage(wanted);
      kept = { page: wanted, shown: wanted === page };
      setTimeout(() => {
        kept = undefined;
      });
    });
  });
}

function useNavigate(): RouterNavigateFunction {
  const navigate = reactRouterProvider.useNavigate();
  return useCallback<RouterNavigateFunction>(
    (to, options) => {
      const search = typeof to === 'object' ? to.search : undefined;
      const isKept = kept && new URLSearchParams(search).get('page') === String(kept.page);
      if (!isKept) navigate(to, options);
      // Nobody went there: a step Back leads to where somebody was.
      else if (!kept?.shown) navigate(to, { ...options, replace: true });
    },
    [navigate],
  );
}

/**
 * The address without the pages of less than a row that it asks for: react-admin would ask the host for them, and go round in
 * circles between them and others.
 */
function useLocation(): RouterLocation {
  const location = reactRouterProvider.useLocation();
  return useMemo(() => {
    const query = new URLSearchParams(location.search);
    if (Number(query.get('perPage') ?? 1) >= 1) return location;
    query.delete('perPage');
    query.delete('page');
    return { ...location, search: query.size > 0 ? `?${query}` : '' };
  }, [location]);
}

/** How react-admin reaches the router, but for the step to a page that is kept, and for pages without rows. */
export const pageKeepingRouter: RouterProvider = { ...reactRouterProvider, useNavigate, useLocation };
