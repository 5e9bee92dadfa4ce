import type { ButtonProps } from '@mui/material/Button';
import { useLayoutEffect, useMemo, useRef } from 'react';
import { limitOf, useWait } from './use-wait';
import { WaitButton } from './WaitButton';

interface Props extends ButtonProps {
  /** Why it failed: a limit that was reached is waited for. */
  error: unknown;
}

/** Gives the focus of a button that goes to the nearest part of the page that is left around it. */
function leaveFocus(button: Element): void {
  const around = [...document.querySelectorAll<HTMLElement>('main, section')].filter((part) =>
    part.contains(button),
  );
  queueMicrotask(() => {
    const part = around.findLast(({ isConnected }) => isConnected);
    if (!part || document.activeElement !== document.body) return;
    if (part.tabIndex < 0) part.tabIndex = -1;
    part.focus({ preventScroll: true });
  });
}

/** 'Try again', for a read that failed; counts down while a limit keeps it from being tried. */
export function RetryButton({ error, children = 'Try again', onClick, ...rest }: Props) {
  const until = useMemo(() => {
    const seconds = limitOf(error);
    return seconds === undefined ? 0 : Date.now() + seconds * 1000;
  }, [error]);
  const pressed = useRef<Element>(null);
  // A read that succeeds takes its button away.
  useLayoutEffect(
    () => () => {
      if (pressed.current) leaveFocus(pressed.current);
    },
    [],
  );
  return (
    <WaitButton
      {...rest}
      wait={useWait(until)}
      onClick={(event) => {
        pressed.current = event.currentTarget;
        onClick?.(event);
      }}
    >
      {children}
    </WaitButton>
  );
}
