import { fieldNameProblem } from '../../server/resources/columns';

/** What a field of a resource can be, on the command line of `npm run resource`. */
export const fieldKinds = [
  'text',
  'longText',
  'flag',
  'number',
  'date',
  'moment',
  'choice',
  'reference',
] as const;
export type FieldKind = (typeof fieldKinds)[number];

/** A field as it was asked for: `status:choice:open,closed`. */
export interface Field {
  name: string;
  kind: FieldKind;
  /** The values of a choice. */
  values: readonly string[];
  /** The resource that a reference is of. */
  reference: string;
}

/** Whether a field has the id of a person; accounts have that of their investor. */
export const namesUser = ({ reference }: Field) => reference === 'users' || reference === 'accounts';

/** The field that says whose data a record is. */
export const personIn = (fields: readonly Field[]): Field | undefined => fields.find(namesUser);

/** What cannot be made, and why; said to whoever has asked for it. */
export class NotMade extends Error {}

const taken = new Set(['id', '_id', 'version', 'createdAt', 'updatedAt', 'reason']);

/** The fields of a resource that names none. */
export const usualFields = ['title:text', 'details:longText'];

function checkName(name: string): void {
  if (!/^[a-z][a-zA-Z0-9]*$/.test(name)) {
    throw new NotMade(`"${name}" is no name of a field: it is written like dueDate`);
  }
  const problem = taken.has(name) ? 'the product has one of that name' : fieldNameProblem(name);
  if (problem) throw new NotMade(`A field cannot be called ${name}: ${problem}`);
}

function fieldOf(text: string, referable: readonly string[]): Field {
  const [name = '', kindName = 'text', argument = '', ...rest] = text.split(':');
  const kind = fieldKinds.find((each) => each === kindName);
  checkName(name);
  if (!kind || rest.length > 0) {
    throw new NotMade(`"${text}" is no field: its kind is one of ${fieldKinds.join(', ')}`);
  }
  if (argument && kind !== 'choice' && kind !== 'reference') {
    throw new NotMade(
      `"${text}" says more than a ${kind} has: only a choice and a reference have a third part`,
    );
  }
  const values = kind === 'choice' ? argument.split(',') : [];
  if (values.some((value) => !/^[a-z][a-z-]*$/.test(value)) || new Set(values).size < values.length) {
    throw new NotMade(`"${text}" needs its values, each once: ${name}:choice:open,closed`);
  }
  if (kind === 'reference' && !referable.includes(argument)) {
    throw new NotMade(
      `"${text}" needs a resource that can be referred to, as ${name}:reference:users has. There are ${referable.join(', ')}`,
    );
  }
  return { name, kind, values, reference: kind === 'reference' ? argument : '' };
}

/**
 * Reads fields as they are typed; `referable` are the resources that one may refer to. The first one names a record, so
 * that it is a text. Throws NotMade.
 */
export function readFields(texts: readonly string[], referable: readonly string[]): Field[] {
  const fields = (texts.length > 0 ? texts : usualFields).map((text) => fieldOf(text, referable));
  const names = fields.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice) throw new NotMade(`The field ${twice} is there twice`);
  if (fields[0]?.kind !== 'text') {
    throw new NotMade('The first field is what a record is called by: it must be a text');
  }
  return fields;
}
