import type { RaRecord } from 'ra-core';
import { type Column, textOrMissing } from './columns';

/** A person as a host sends one; hosts may leave fields out. */
export interface Person {
  firstName?: string | null;
  lastName?: string | null;
  email?: string | null;
}

/** 'Ada Lovelace', as far as the names are known. */
export function fullName(person: Person | null | undefined): string {
  return [person?.firstName, person?.lastName].filter(Boolean).join(' ');
}

/** The columns First Name, Last Name and Email; `prefix` is where the person is in the record, 'user.' say. */
export function personColumns<R extends RaRecord>(
  personOf: (record: R) => Person | null | undefined,
  prefix = '',
): Column<R>[] {
  const column = (label: string, field: keyof Person, cut: number): Column<R> => ({
    label,
    sortBy: `${prefix}${field}`,
    cut,
    inHeading: true,
    render: (record) => textOrMissing(personOf(record)?.[field]),
    exported: (record) => textOrMissing(personOf(record)?.[field]),
  });
  return [
    column('First Name', 'firstName', 84),
    column('Last Name', 'lastName', 104),
    column('Email', 'email', 148),
  ];
}
