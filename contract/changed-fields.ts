/** What the server fills in of each record of a resource, besides its id: no request writes it. */
export const serverFields: readonly string[] = ['version', 'createdAt', 'updatedAt'];

/** Members of an object in the order of their names: the database keeps them in an order of its own. */
const inOrder = (_: string, value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;

/** What JSON says of a value, the same for values that are the same. */
export const jsonOf = (value: unknown) => JSON.stringify(value, inOrder);

/**
 * The fields of `after` that differ from those of `before`, each with its new value; all of them when nothing is known of
 * before. Values are compared by what JSON says of them, moments and objects too; undefined is no value.
 */
export function changedFields<T extends object>(before: object | undefined, after: T): Partial<T> {
  const changed = Object.entries(after).filter(
    ([name, value]) =>
      value !== undefined && (!before || jsonOf(value) !== jsonOf(Reflect.get(before, name))),
  );
  return Object.fromEntries(changed) as Partial<T>;
}
