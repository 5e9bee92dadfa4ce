import { type FocusEventHandler, useEffect, useRef } from 'react';
import { takeFocus } from '../../shared/take-focus';

const boxes = () => [...document.querySelectorAll<HTMLInputElement>('main [type="checkbox"]')];

/**
 * Moves the focus from the bar, and from what it has opened, to the rows when what had it goes, in whichever way the choice has ended: to
 * the row that was chosen last on this page, or else to all of them, and to the page where there are none.
 */
export function useKeptFocus(): { onFocus: FocusEventHandler; onBlur: FocusEventHandler } {
  /** It is within the bar, or where it was put. What goes with the focus tells nobody of it. */
  const within = useRef(false);
  const put = useRef<Element | null>(null);
  const last = useRef<Element | undefined>(undefined);

  function keep(): void {
    const { activeElement: active, body } = document;
    if (put.current && active !== body && active !== put.current) put.current = null;
    if (active !== body || !(within.current || put.current)) return;
    within.current = false;
    takeFocus(last.current?.isConnected ? last.current : (boxes()[0] ?? document.querySelector('main')));
    put.current = document.activeElement;
  }

  useEffect(() => {
    last.current = boxes().findLast(({ checked }) => checked) ?? last.current;
    keep();
  });
  // The list may have no rows any more.
  const atEnd = useRef(keep);
  useEffect(() => () => atEnd.current(), []);

  return {
    onFocus: () => {
      within.current = true;
    },
    onBlur: () => {
      within.current = false;
    },
  };
}
