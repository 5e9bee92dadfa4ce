import type { RaRecord } from 'ra-core';
import { enumValues } from '../../../contract/enum-values';
import type { UserType } from '../../../contract/enums';
import { type Column, textOrMissing } from './columns';

/** A person as a host sends one; hosts may leave fields out. */
export interface Person {
  firstName?: string | null;
  lastName?: string | null;
  email?: string | null;
}

const typeNames: Readonly<Record<UserType, string>> = {
  investor: 'Investor',
  admin: 'Administrator',
  auditor: 'Auditor',
};

/** What a person of that type is called; '' for a type that is not known. */
export function typeName(type: unknown): string {
  const known = enumValues.userTypes.find((each) => each === type);
  return known ? typeNames[known] : '';
}

/** 'Ada Lovelace', as far as the names are known. */
export function fullName(person: Person | null | undefined): string {
  return [person?.firstName, person?.lastName].filter(Boolean).join(' ');
}

/**
 * The columns First Name, Last Name and Email; `prefix` is where the person is in the record, 'user.' say, and
 * `pageOf` the address of their page, which the email leads to.
 */
export function personColumns<R extends RaRecord>(
  personOf: (record: R) => Person | null | undefined,
  prefix = '',
  pageOf?: (record: R) => string | undefined,
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
    { ...column('Email', 'email', 148), ...(pageOf ? { linkTo: pageOf } : {}) },
  ];
}
