import { userTypes } from './enums';
import * as fields from './fields';
import { z } from './zod';

/** Whose something is: a person as the records name them. */
export const personSchema = z.object({
  _id: fields.id,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
});
export type Person = z.infer<typeof personSchema>;

/** The same with what they may do, where it matters who acted. */
export const actorSchema = personSchema.extend({ type: userTypes });
