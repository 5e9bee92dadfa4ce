import type { MouseEvent } from 'react';

/** The field of a filter, in its form or anywhere on the page; undefined where it is not shown. */
export function filterField(source: string, within: ParentNode = document): HTMLElement | undefined {
  const field = `[data-source="${CSS.escape(source)}"] :is(input, [role="combobox"])`;
  return within.querySelector<HTMLElement>(field) ?? undefined;
}

/** Moves the focus from the button that clears the search to the search. */
export function focusSearch(): void {
  filterField('q')?.focus();
}

/**
 * Moves the focus from a button that goes when it is pressed to the search of the list, or to the page where there is none or where a
 * finger pressed it: the search would bring a keyboard that covers what the list shows now.
 */
export function focusAfterReset({ nativeEvent: press }: MouseEvent): void {
  const touched = press instanceof PointerEvent && press.pointerType === 'touch';
  const search = touched ? undefined : filterField('q');
  (search ?? document.querySelector('main'))?.focus();
}
