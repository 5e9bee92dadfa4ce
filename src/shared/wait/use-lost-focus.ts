import { type RefObject, useEffect, useRef } from 'react';

/**
 * What lost the focus by being switched off, until something has it. Some browsers, as Chromium 150, take it away at once,
 * before an effect could see it there; others when they draw the next time.
 */
export function useLostFocus(): RefObject<Element | null> {
  const lost = useRef<Element | null>(null);
  useEffect(() => {
    const onLoss = ({ target }: FocusEvent) => {
      lost.current = target instanceof Element && target.matches(':disabled') ? target : null;
    };
    const onFocus = () => {
      lost.current = null;
    };
    document.addEventListener('focusout', onLoss);
    document.addEventListener('focusin', onFocus);
    return () => {
      document.removeEventListener('focusout', onLoss);
      document.removeEventListener('focusin', onFocus);
    };
  }, []);
  return lost;
}
