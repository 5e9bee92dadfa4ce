import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { screens } from '../../../contract/paths';
import { takeFocus } from '../../shared/take-focus';

/** Moves the focus to the heading of a page once that is there, unless something else has it by then. */
function awaitHeading(): () => void {
  const look = () => {
    const heading = document.querySelector<HTMLElement>('h1:not([hidden],:empty)');
    if (heading) heading.tabIndex = -1;
    takeFocus(heading);
  };
  const observer = new MutationObserver(look);
  const stop = () => observer.disconnect();
  observer.observe(document.body, { childList: true, subtree: true });
  addEventListener('focusin', stop, { once: true });
  look();
  return stop;
}

/**
 * Gives the focus to the heading of the next page where what had it goes with the page before, a link in it or the form that was
 * saved: a browser would begin anew at the top of the document, and tell nobody that there is another page.
 */
export function usePageFocus(): void {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    // The console's own address has no page that could go. The menu stays, and so does the focus in it.
    const stays =
      [pathname, screens.admin].includes(shown.current) ||
      document.activeElement?.closest(':is(nav,header):not(main *)');
    shown.current = pathname;
    return stays ? undefined : awaitHeading();
  }, [pathname]);
}
