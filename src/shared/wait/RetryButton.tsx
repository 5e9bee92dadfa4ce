import type { ButtonProps } from '@mui/material/Button';
import { useMemo } from 'react';
import { limitOf, useWait } from './use-wait';
import { WaitButton } from './WaitButton';

interface Props extends ButtonProps {
  /** Why it failed: a limit that was reached is waited for. */
  error: unknown;
}

/** 'Try again', for a read that failed; counts down while a limit keeps it from being tried. */
export function RetryButton({ error, children = 'Try again', ...rest }: Props) {
  const until = useMemo(() => {
    const seconds = limitOf(error);
    return seconds === undefined ? 0 : Date.now() + seconds * 1000;
  }, [error]);
  return (
    <WaitButton {...rest} wait={useWait(until)}>
      {children}
    </WaitButton>
  );
}
