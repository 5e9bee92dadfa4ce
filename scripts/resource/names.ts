/** What a resource is called in the places where it is named. */
export interface Names {
  /** In addresses and as a folder: `support-tickets`. */
  name: string;
  /** Several of them, to read: `Support tickets`. */
  label: string;
  /** One of them: `Support ticket`. */
  singular: string;
  /** In the code: `supportTicket`. */
  one: string;
  /** The table in the database: `support_tickets`. */
  table: string;
}

function singularOf(word: string): string {
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  if (/(ss|x|ch|sh)es$/.test(word)) return word.slice(0, -2);
  return word.replace(/(?<!s)s$/, '');
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** `dueDate` as `due_date`. */
export const snakeCase = (name: string) =>
  name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`).replaceAll('-', '_');

/** `dueDate` as `Due date`, `support-tickets` as `Support tickets`. */
export const words = (name: string) => capital(snakeCase(name).replaceAll('_', ' '));

/** The names of a resource. */
export function namesOf(name: string): Names {
  const parts = name.split('-');
  const singular = [...parts.slice(0, -1), singularOf(parts.at(-1) ?? '')];
  return {
    name,
    label: words(name),
    singular: words(singular.join('-')),
    one: singular.map((part, index) => (index === 0 ? part : capital(part))).join(''),
    table: snakeCase(name),
  };
}
