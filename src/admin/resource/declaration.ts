import type { Identifier, RaRecord } from 'ra-core';
import type { ComponentType, ReactNode } from 'react';
import type { ConsoleResource } from '../console-resource';
import type { Filter } from '../list/filters';

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
  /** Has the sign of what must be filled in, and nothing is sent without it; not of a flag or of an `input` of one's own. */
  required?: boolean;
  /** Whether the host sorts by it. */
  sortable?: boolean;
  /** What the form of a new record begins with, and sends. */
  default?: unknown;
  /** Shows it in the table, in place of its text. */
  render?(record: ResourceRecord): ReactNode;
  /** Stands in the form in place of the input of its kind: an input of react-admin, or one made with its `useInput`. */
  input?: ComponentType<InputProps>;
  /** Leaves its filter out, or is one of its own. */
  filter?: false | Filter;
}

/** What an input of one's own is given. */
export interface InputProps {
  /** The name of the field. */
  source: string;
  label: string;
  disabled: boolean;
}

interface PlainField extends Named {
  /** `longText` is left out of the table; `date` is a day, `moment` one with its time; `dollars` are never written. */
  kind: 'text' | 'longText' | 'flag' | 'date' | 'moment' | 'number' | 'dollars';
}

interface ChoiceField extends Named {
  kind: 'choice';
  choices: readonly { value: string; name: string }[];
}

interface ReferenceField extends Named {
  /** Holds the id of a record of another resource; shown by its name, and chosen by it. */
  kind: 'reference';
  /** That resource, 'users' say. */
  reference: string;
}

/** One field of a record: a column of the table and an input of the form. */
export type ResourceField = PlainField | ChoiceField | ReferenceField;

/** Something that is done to a record at a button: a change that is made for a reason. */
export interface RecordAction {
  /** What the button says, 'Close'. */
  label: string;
  /** What is sent. */
  change: Readonly<Record<string, unknown>>;
  /** Whether it can be done to a record; to all when left out. */
  when?(record: ResourceRecord): boolean;
}

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
  /** What is done to a record at a button, in its row and on its page. */
  actions?: readonly RecordAction[];
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

/** Whether a record that is there has a field that its form changes. */
export function isChangeable({ fields }: Declaration): boolean {
  return fields.some((field) => isWritten(field) && !field.fixed);
}

export function isWritten({ kind, readOnly }: ResourceField): boolean {
  return kind !== 'dollars' && readOnly !== true;
}
