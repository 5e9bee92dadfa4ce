/** What the server fills in of each record of a resource, besides its id: no request writes it. */
export const serverFields: readonly string[] = ['version', 'createdAt', 'updatedAt'];

/**
 * The fields of `after` that differ from those of `before`, each with its new value; all of them when nothing is known of
 * before. Values are compared by what JSON says of them, moments and objects too; undefined is no value.
 */
export function changedFields<T extends object>(before: object | undefined, after: T): Partial<T> {
  const changed = Object.entries(after).filter(
    ([name, value]) =>
      value !== undefined && (!before || JSON.stringify(value) !== JSON.stringify(Reflect.get(before, name))),
  );
  return Object.fromEntries(changed) as Partial<T>;
}
