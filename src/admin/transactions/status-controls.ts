/** On every control that sets a status, for those who look for one. */
export const statusControl = 'data-status-control';

/** The controls that may stand in for one that goes: those after it, then those before it, the nearest first. */
export function standInsFor(control: Element | null): Element[] {
  const all = [...document.querySelectorAll(`[${statusControl}]`)];
  const at = control ? all.indexOf(control) : -1;
  return [...all.slice(at + 1), ...all.slice(0, Math.max(at, 0)).reverse()];
}
