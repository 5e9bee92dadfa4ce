import type { FieldValues } from 'react-hook-form';

function isGroup(value: unknown): value is FieldValues {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** `current` with what was typed, as `dirty` marks it in `held`. Of a list that was changed all lines are what was typed. */
export function withTyped(current: FieldValues, held: FieldValues, dirty: FieldValues): FieldValues {
  const typed = Object.entries(dirty).map(([name, mark]) => {
    const [is, was] = [current[name], held[name]];
    return [name, isGroup(mark) && isGroup(is) && isGroup(was) ? withTyped(is, was, mark) : was];
  });
  return { ...current, ...Object.fromEntries(typed) };
}

/** A file cannot be kept as text. */
function hasFile(value: unknown): boolean {
  if (value instanceof Blob) return true;
  return typeof value === 'object' && value !== null && Object.values(value).some(hasFile);
}

/** What is covered while it is typed is kept nowhere. */
function isCovered(name: string): boolean {
  return [...document.getElementsByName(name)].some(
    (input) => input instanceof HTMLInputElement && input.type === 'password',
  );
}

/** What `withTyped` needs to put what was typed into another form, as far as it may and can be kept; undefined of nothing. */
export function keepable(
  held: FieldValues,
  dirty: FieldValues,
): { held: FieldValues; dirty: FieldValues } | undefined {
  const names = Object.keys(dirty).filter((name) => !hasFile(held[name]) && !isCovered(name));
  const only = (values: FieldValues) => Object.fromEntries(names.map((name) => [name, values[name]]));
  return names.length > 0 ? { held: only(held), dirty: only(dirty) } : undefined;
}
