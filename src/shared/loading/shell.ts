import { useLayoutEffect } from 'react';

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

/** Stands where nothing is shown yet of what the shell stands for. */
export function BehindShell(): null {
  useLayoutEffect(holdShell, []);
  return null;
}
