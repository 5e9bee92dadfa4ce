import { useLayoutEffect } from 'react';
import { type Trouble, useTrouble } from './connection';

/** The element of a page's HTML that shows what the page will look like (src/app/shells.tsx). */
export const shellId = 'shell';

let waiting = 0;

/** Takes the shell away when nothing is waited for in its place; a part that has come may begin to wait for the next one. */
export function dropShell(): void {
  queueMicrotask(() => {
    if (waiting === 0) document.getElementById(shellId)?.remove();
  });
}

/** Leaves the shell where it is for as long as something is waited for that it stands for. Answers how to end that. */
export function holdShell(): () => void {
  waiting += 1;
  return () => {
    waiting -= 1;
    dropShell();
  };
}

/**
 * Holds the shell while the component is there that stands for what is to come. Answers what keeps that from coming, if anything does:
 * this is to be said, and not covered.
 */
export function useShell(): Trouble | null {
  const trouble = useTrouble();
  useLayoutEffect(() => (trouble ? undefined : holdShell()), [trouble]);
  return trouble;
}

/** Stands where nothing is shown yet of what the shell stands for. */
export function BehindShell(): null {
  useShell();
  return null;
}
