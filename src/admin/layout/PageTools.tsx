import {
  createContext,
  type Dispatch,
  type ReactNode,
  type SetStateAction,
  use,
  useLayoutEffect,
} from 'react';
import { createPortal } from 'react-dom';

/** Where the frame keeps room beside the title of a page; null until the frame stands. */
export const PageToolsContext = createContext<HTMLElement | null>(null);

/** The class of a title that gives way to the one of what the page shows. */
export const givesWay = 'gives-way';

/** How many lists the page has. */
type PageLists = readonly [number, Dispatch<SetStateAction<number>>];
export const PageListsContext = createContext<PageLists>([0, () => {}]);

const several: PageLists = [2, () => {}];

/** A part of a page: a list in it is not what the page is about. */
export function PartOfPage({ children }: { children: ReactNode }) {
  return <PageListsContext value={several}>{children}</PageListsContext>;
}

/** Whether the tools of this list stand above it, since those beside the title would be of the page's others, too. */
export function useHasOwnLine(): boolean {
  const [lists, setLists] = use(PageListsContext);
  useLayoutEffect(() => {
    setLists((others) => others + 1);
    return () => setLists((all) => all - 1);
  }, [setLists]);
  return lists > 1;
}

/** What stands beside the title of a page: how much there is of it, what can be done with it as a whole. */
export function PageTools({ children }: { children?: ReactNode }) {
  const place = use(PageToolsContext);
  return place && createPortal(children, place);
}

/** The same, which under a layout without such room stands where it is. */
export function TitleTools({ children }: { children: ReactNode }) {
  const place = use(PageToolsContext);
  return place ? createPortal(children, place) : children;
}
