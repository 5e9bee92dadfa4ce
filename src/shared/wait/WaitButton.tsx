import Button, { type ButtonProps } from '@mui/material/Button';
import { useForkRef } from '@mui/material/utils';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLostFocus } from './use-lost-focus';
import type { Wait } from './use-wait';
import { WaitStatus } from './WaitStatus';
import { clockText } from './wait-text';

interface Props extends ButtonProps {
  /** Until when what it does is not taken: counts down in the place of the button's text. */
  wait: Wait | undefined;
  /** Beginning and end of the wait are told elsewhere: the button comes and goes, and who is told of it must be there before. */
  silent?: boolean;
}

/** The wait is worth reading although the button is off. */
const waiting = { fontVariantNumeric: 'tabular-nums', '&.Mui-disabled': { color: 'text.secondary' } };

/** The heading of the section that something stands in. */
const headingOf = (part: Element) =>
  document.getElementById(part.closest('section')?.getAttribute('aria-labelledby') ?? '');

/** It is the button, or a part of its form, which may be off together with it. */
const belongsTo = (button: HTMLButtonElement, part: Element | null) =>
  part === button || button.form?.contains(part) === true;

/**
 * A button that is off while a limit of the server holds, and shows for how long. It is off while `loading` as well, and
 * gets the focus back that it had when it is on again; where it stays off, the heading of its section gets it.
 */
export function WaitButton({ wait, silent = false, disabled, loading, children, sx, ref, ...rest }: Props) {
  const button = useRef<HTMLButtonElement>(null);
  const refs = useForkRef(button, ref);
  const seconds = wait?.seconds ?? 0;
  const away = loading || seconds > 0;

  // A disabled button loses the focus, to the page or the dialog it is in. Once it can be pressed again it gets it back,
  // unless something else has it. One that is off for what others do never had it, and would take the reader elsewhere.
  const had = useRef(false);
  const lost = useLostFocus();
  useLayoutEffect(() => {
    const { current } = button;
    if (away && current) had.current = belongsTo(current, lost.current ?? document.activeElement);
  }, [away, lost]);
  useEffect(() => {
    if (!away) return;
    return () => {
      const { current } = button;
      if (!had.current || !current || !document.activeElement?.contains(current)) return;
      if (current.disabled) headingOf(current)?.focus({ preventScroll: true });
      else current.focus();
    };
  }, [away]);

  return (
    <>
      <Button
        {...rest}
        ref={refs}
        // In an alert each second would be read out.
        {...(wait && { 'aria-live': 'off' })}
        disabled={disabled || away}
        loading={loading ?? null}
        sx={[...(Array.isArray(sx) ? sx : [sx]), seconds > 0 && waiting]}
      >
        {seconds > 0 ? `Try again in ${clockText(seconds)}` : children}
      </Button>
      {wait && !silent && <WaitStatus wait={wait} what="try again" />}
    </>
  );
}
