import { changedFields } from '../../../contract/changed-fields';
import { isLongNumber } from '../list/columns';
import { isWritten, type ResourceField, type ResourceRecord } from './declaration';
import { plainText } from './field-text';

/** What a form holds: the record's values where nothing was entered, else what the inputs give. */
export type FormValues = Record<string, unknown>;

/** The moment where the reader is, to the minute, as its input shows it. */
function localMoment(value: string): string {
  const moment = new Date(value);
  if (Number.isNaN(moment.getTime())) return '';
  return new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** What the input of a field shows for a value; of an input of an operator's own the value itself. */
function shown({ kind, input }: ResourceField, value: unknown): unknown {
  if (input) return value ?? null;
  if (kind === 'flag') return value === true;
  if (value === null || value === undefined) return '';
  return kind === 'moment' ? localMoment(String(value)) : plainText(value).trim();
}

/** What the form of a new record begins with: what the declaration says. */
export function beginningOf(fields: readonly ResourceField[]): FormValues {
  return Object.fromEntries(
    fields.flatMap(({ name, default: value }) => (value === undefined ? [] : [[name, value]])),
  );
}

/** Whether an input is open for this record. */
export function isOpen(field: ResourceField, record: ResourceRecord | undefined): boolean {
  return isWritten(field) && !(field.fixed && record);
}

function sent(field: ResourceField, value: unknown): unknown {
  const typed = shown(field, value);
  if (field.input || typeof typed !== 'string') return typed;
  if (typed === '' && ['moment', 'number', 'date', 'choice', 'reference'].includes(field.kind)) return null;
  if (field.kind === 'moment') return new Date(typed).toISOString();
  return field.kind === 'number' && !isLongNumber(typed) ? Number(typed) : typed;
}

/** Whether a new record has something to send for a field: a flag always has, as it is shown either on or off. */
function isFilledIn(field: ResourceField, value: unknown): boolean {
  const typed = shown(field, value);
  return typed !== null && typed !== '';
}

/**
 * What a form sends. Of a record that is there the open fields that were changed: a moment that was not touched stays to
 * the second, which its input does not show. Of a new one what was filled in, what the declaration says it begins with, and
 * every flag; all else is left to the host, which may have values of its own for it.
 */
export function dataOf(
  fields: readonly ResourceField[],
  values: FormValues,
  record: ResourceRecord | undefined,
): Record<string, unknown> {
  const shownOf = (held: FormValues) =>
    Object.fromEntries(fields.map((field) => [field.name, shown(field, held[field.name])]));
  const changed = record && changedFields(shownOf(record), shownOf(values));
  const isSent = (field: ResourceField) =>
    changed ? field.name in changed : isFilledIn(field, values[field.name]);
  return Object.fromEntries(
    fields
      .filter((field) => isOpen(field, record) && isSent(field))
      .map((field) => [field.name, sent(field, values[field.name])]),
  );
}

/**
 * The number fields of what a form sends in which something else stands, '0x10' or '1e3' say, each with what is wrong. Those
 * that were not changed stop nothing: a host may have what nobody could type.
 */
export function notNumbers(
  fields: readonly ResourceField[],
  values: FormValues,
  record: ResourceRecord | undefined,
): Record<string, string> {
  const data = dataOf(fields, values, record);
  const wrong = fields.filter(
    (field) =>
      field.kind === 'number' &&
      !field.input &&
      field.name in data &&
      !/^(-?\d+(\.\d+)?)?$/.test(String(shown(field, values[field.name]))),
  );
  return Object.fromEntries(wrong.map(({ name }) => [name, 'write a number in digits, as in 1000.5']));
}
