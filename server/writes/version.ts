import { refuse } from '../errors/refusal';

/** Refuses as `stale_version` when the caller has read another version than the current one. */
export function requireVersion(expected: number | undefined, current: number): void {
  if (expected !== undefined && expected !== current) throw refuse.staleVersion();
}
