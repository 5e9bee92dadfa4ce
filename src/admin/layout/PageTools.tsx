import { createContext, type ReactNode, use } from 'react';
import { createPortal } from 'react-dom';

/** Where the frame keeps room beside the title of a page; null until the frame stands. */
export const PageToolsContext = createContext<HTMLElement | null>(null);

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
