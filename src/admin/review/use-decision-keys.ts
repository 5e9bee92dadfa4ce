import { useEffect, useRef } from 'react';

/** Where typed letters are text, or choose something. */
const typing =
  'input, textarea, select, [contenteditable], [role="combobox"], [role="dialog"], [role="menu"]';

/**
 * Single keys that do something on a page, by `event.key` in small letters. Letters do nothing while something is typed, nor with Ctrl
 * and the like; Escape always does.
 */
export function useDecisionKeys(actions: Readonly<Record<string, () => unknown>>): void {
  const latest = useRef(actions);
  useEffect(() => {
    latest.current = actions;
  });
  useEffect(() => {
    function onKey(event: KeyboardEvent): void {
      const { key, target, ctrlKey, metaKey, altKey, repeat } = event;
      if (ctrlKey || metaKey || altKey || repeat || event.defaultPrevented) return;
      const inText = target instanceof Element && target.closest(typing) !== null;
      const action = latest.current[key.toLowerCase()];
      if (!action || (inText && key !== 'Escape')) return;
      // The letter must not be typed into the field that gets the focus now.
      event.preventDefault();
      action();
    }
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}
