/** What a widget's frame says of itself. */
export type WidgetState = 'ready' | 'failed';

/** Reads a message of a widget's frame; null when it is none. Whoever sends it is not trusted with more. */
export function readWidgetState(data: unknown): WidgetState | null {
  const state = typeof data === 'object' && data !== null && 'widget' in data ? data.widget : undefined;
  return state === 'ready' || state === 'failed' ? state : null;
}
