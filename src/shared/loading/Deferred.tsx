import { type ReactNode, useDeferredValue } from 'react';

interface Props {
  /** What stands in its place at first, usually what stood there while data was fetched. */
  fallback: ReactNode;
  children: ReactNode;
}

/**
 * Renders a large part of a page in slices, between which the browser answers to people. An answer of the server that brings the part
 * onto the page would else have React render all of it in one go.
 */
export function Deferred({ fallback, children }: Props) {
  return useDeferredValue(true, false) ? children : fallback;
}
