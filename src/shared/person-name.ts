/** What a person is called, "Ada Lovelace", as far as the names are known: other hosts leave them out. */
export const formatName = (person: { firstName?: string | null; lastName?: string | null }) =>
  [person.firstName, person.lastName].filter(Boolean).join(' ');
