import { type RefObject, useEffect, useRef } from 'react';

/** Whether what calls it is still shown: an answer may come when whoever waited for it has left. */
export function useIsHere(): RefObject<boolean> {
  const isHere = useRef(false);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  return isHere;
}
