import type { RaRecord } from 'ra-core';
import { createElement } from 'react';
import { cleanLine } from '../../../contract/clean-text';
import { enumValues } from '../../../contract/enum-values';
import { userTypeNames } from '../../../contract/messages';
import { formatName } from '../../shared/person-name';
import { type Column, textOrMissing } from './columns';
import { Email } from './Email';

/** A person as a host sends one; hosts may leave fields out. */
export interface Person {
  _id?: string | null;
  firstName?: string | null;
  lastName?: string | null;
  email?: string | null;
}

/** What a person of that type is called; '' for a type that is not known. */
export function typeName(type: unknown): string {
  const known = enumValues.userTypes.find((each) => each === type);
  return known ? userTypeNames[known] : '';
}

/**
 * 'Ada Lovelace', as far as the names are known. Names that were stored before they were cleaned, or by another host,
 * must not turn the words around them.
 */
export function fullName(person: Person | null | undefined): string {
  return cleanLine(formatName(person ?? {}));
}

/** What a person is called by: other hosts may know the address alone. */
export function nameOrEmail(person: Person | null | undefined): string {
  return fullName(person) || (person?.email ?? '');
}

/** A text of a person as it is shown. */
function shown(value: string | null | undefined): string {
  return textOrMissing(value && cleanLine(value));
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
    render: (record) => shown(personOf(record)?.[field]),
    exported: (record) => shown(personOf(record)?.[field]),
  });
  return [
    column('First Name', 'firstName', 76),
    column('Last Name', 'lastName', 76),
    {
      ...column('Email', 'email', 148),
      folded: true,
      render: (record) => createElement(Email, { text: shown(personOf(record)?.email) }),
      ...(pageOf ? { linkTo: pageOf } : {}),
    },
  ];
}
