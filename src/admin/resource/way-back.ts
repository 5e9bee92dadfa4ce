import { useCreatePath } from 'ra-core';
import { useLocation, useNavigate } from 'react-router-dom';
import { useIsHere } from '../../shared/use-is-here';

/** What the link of a list to the page of a record carries: search, filters, order and page of the list. */
interface LeftList {
  list: string;
}

/** The list as it stands in its address, to be given to the links that lead away from it. */
export function useLeftList(): LeftList {
  return { list: useLocation().search };
}

function isLeftList(state: unknown): state is LeftList {
  return typeof state === 'object' && state !== null && 'list' in state && typeof state.list === 'string';
}

/** The address of the list of a resource as it was when it was left for this page; the whole list where somebody came otherwise. */
export function useWayBack(resource: string): string {
  const path = useCreatePath()({ resource, type: 'list' });
  const state: unknown = useLocation().state;
  return isLeftList(state) ? path + state.list : path;
}

/** Goes there, unless they have left this page meanwhile: an answer that is late takes nobody away from another one. */
export function useGoBack(resource: string): () => void {
  const navigate = useNavigate();
  const isHere = useIsHere();
  const back = useWayBack(resource);
  return () => {
    if (isHere.current) navigate(back);
  };
}
