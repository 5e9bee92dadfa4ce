import { createContext, type ReactNode, useCallback, useState } from 'react';
import { BehindShell } from '../../shared/loading/shell';

/** Called once the console has its frame. */
export const FrameShown = createContext(() => {});

interface Props {
  /** The frame is the one that the page's HTML shows, and says so. */
  hasFrame: boolean;
  children: ReactNode;
}

/**
 * Leaves what the page's HTML shows until the console has its frame: react-admin shows nothing for a while. The console itself is not
 * rendered anew for it: react-admin would take its parts for others.
 */
export function BehindShellUntilFrame({ hasFrame, children }: Props) {
  const [shown, setShown] = useState(!hasFrame);
  const onShown = useCallback(() => setShown(true), []);
  return (
    <FrameShown value={onShown}>
      {!shown && <BehindShell />}
      {children}
    </FrameShown>
  );
}
