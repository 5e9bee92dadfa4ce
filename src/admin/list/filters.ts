/** Keeps the rows whose field equals the chosen value. */
export interface FilterChoice {
  kind: 'choice';
  field: string;
  label: string;
  choices: readonly { id: string; name: string }[];
}

/** Keeps the rows whose field lies between two bounds, both inside: dollars, or days in UTC as the host counts them. */
export interface FilterRange {
  kind: 'amounts' | 'days';
  field: string;
  label: string;
}

/** Keeps the rows whose field has exactly the text, or is true or false. */
export interface FilterValue {
  kind: 'text' | 'flag';
  field: string;
  label: string;
}

export type Filter = FilterChoice | FilterRange | FilterValue;

/** The names a filter has in the list's query. */
export function filterNames({ kind, field }: Filter): string[] {
  return kind === 'amounts' || kind === 'days' ? [`${field}_gte`, `${field}_lte`] : [field];
}
