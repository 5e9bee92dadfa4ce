import type { Identifier, RaRecord } from 'ra-core';
import type { ConsoleResource } from '../console-resource';

interface Named {
  /** As the host calls it. */
  name: string;
  label: string;
  /** Stands beneath its input. */
  help?: string;
  /** Shown, never written. */
  readOnly?: boolean;
  /** Written when a record is made, and not after. */
  fixed?: boolean;
  /** Whether the host sorts by it. */
  sortable?: boolean;
}

interface PlainField extends Named {
  /** `longText` is left out of the table; `moment` is a day with its time; `dollars` are never written. */
  kind: 'text' | 'longText' | 'flag' | 'moment' | 'number' | 'dollars';
}

interface ChoiceField extends Named {
  kind: 'choice';
  choices: readonly { value: string; name: string }[];
}

/** One field of a record: a column of the table and an input of the form. */
export type ResourceField = PlainField | ChoiceField;

/** What an operator says of a resource for the console. Its first field is what its records are called by. */
export interface Declaration {
  /** As in `defineResource` on the server. */
  name: string;
  /** Several of them, 'Wallets' say. */
  label: string;
  /** One of them. */
  singular: string;
  icon: NonNullable<ConsoleResource['icon']>;
  fields: readonly ResourceField[];
  /** The order of the list; the newest first when left out. */
  order?: readonly [field: string, order: 'ASC' | 'DESC'];
  /** What the search is called; no search when left out. */
  search?: string;
  /** Whether records may be added and deleted; both when left out. */
  creatable?: boolean;
  deletable?: boolean;
  /** Auditors do not see it; where the server says `permissions: { read: 'admin' }`. */
  adminsOnly?: boolean;
}

/** A record as the host sends it. */
export type ResourceRecord = RaRecord<Identifier>;

export function isWritten({ kind, readOnly }: ResourceField): boolean {
  return kind !== 'dollars' && readOnly !== true;
}
