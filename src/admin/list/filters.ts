/** What a filter shows that chooses nothing. */
export const allName = 'All';

/** Keeps the rows whose field equals the chosen value. */
export interface FilterChoice {
  kind: 'choice';
  field: string;
  label: string;
  choices: readonly { id: string; name: string }[];
}

/** Keeps the rows whose field lies between two bounds, both inside: dollars, other numbers, or days in UTC as the host counts them. */
export interface FilterRange {
  kind: 'amounts' | 'numbers' | 'days';
  field: string;
  label: string;
}

/** Keeps the rows whose field has exactly the text, or is true or false. */
export interface FilterValue {
  kind: 'text' | 'flag';
  field: string;
  label: string;
}

/** Keeps the rows that refer to the chosen record of another resource. */
export interface FilterReference {
  kind: 'reference';
  field: string;
  label: string;
  /** That resource. */
  reference: string;
}

export type Filter = FilterChoice | FilterRange | FilterValue | FilterReference;

/** The names a filter has in the list's query. */
export function filterNames({ kind, field }: Filter): string[] {
  return kind === 'amounts' || kind === 'numbers' || kind === 'days'
    ? [`${field}_gte`, `${field}_lte`]
    : [field];
}

/** A value of a filter in words: an address may hold anything, also what the host refuses. */
export function filterText(value: unknown): string {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? JSON.stringify(value)
    : String(value ?? '');
}
