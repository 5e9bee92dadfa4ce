import type { FigureName, SiteMode } from '../../contract/site';

/**
 * Where something the front page says comes from (docs/rules.md, "Origin of content"): made up to show the page,
 * claimed by the operator with a source and the date it was true, or read from the database.
 */
export type Provenance =
  | { kind: 'sample' }
  /** `date` is an ISO date. */
  | { kind: 'claimed'; source: string; date: string }
  | { kind: 'computed'; figure: FigureName };

/** Whether a page of this mode shows it: a live one neither samples nor claims without source and date. */
export function isShown(provenance: Provenance, mode: SiteMode): boolean {
  if (mode === 'demo' || provenance.kind === 'computed') return true;
  return provenance.kind === 'claimed' && provenance.source.trim() !== '' && provenance.date.trim() !== '';
}

/** What the page says of the origin, beside it. */
export function originOf(provenance: Provenance): string {
  if (provenance.kind === 'sample') return 'Sample content';
  if (provenance.kind === 'computed') return 'From our books';
  return `${provenance.source}, ${provenance.date}`;
}
