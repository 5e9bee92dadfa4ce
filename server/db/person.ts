import { users } from './schema/people';

/** The columns of a person as records name them. */
export const person = {
  _id: users.id,
  firstName: users.firstName,
  lastName: users.lastName,
  email: users.email,
};

/** The same with what they may do. */
export const actor = { ...person, type: users.type };

/** What a search for people looks in. */
export const searchedOfPerson = [users.firstName, users.lastName, users.email];

/** Where lists find the fields of the person of a row. */
export const personFields = {
  'user.firstName': users.firstName,
  'user.lastName': users.lastName,
  'user.email': users.email,
};
