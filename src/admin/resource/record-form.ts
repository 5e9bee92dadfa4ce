import { changedFields } from '../../../contract/changed-fields';
import { isWritten, type ResourceField, type ResourceRecord } from './declaration';

/** What a form holds: texts, flags, and what inputs of an operator's own make. */
export type FormValues = Record<string, unknown>;

/** Where the reason is; a record could have a field named 'reason'. */
export const reasonField = '$reason';

/** `datetime-local` has no zone and no seconds: the moment where the reader is. */
function localMoment(value: string): string {
  const moment = new Date(value);
  if (Number.isNaN(moment.getTime())) return '';
  return new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

function inputOf(field: ResourceField, record: ResourceRecord | undefined): unknown {
  const value: unknown = record ? record[field.name] : field.default;
  if (field.input) return value ?? null;
  if (field.kind === 'flag') return value === true;
  if (value === null || value === undefined) return '';
  return field.kind === 'moment' ? localMoment(String(value)) : String(value);
}

/** The values a form begins with; of a new record when there is none. */
export function valuesOf(fields: readonly ResourceField[], record?: ResourceRecord): FormValues {
  return {
    ...Object.fromEntries(fields.map((field) => [field.name, inputOf(field, record)])),
    [reasonField]: '',
  };
}

/** Whether an input is open for this record. */
export function isOpen(field: ResourceField, record: ResourceRecord | undefined): boolean {
  return isWritten(field) && !(field.fixed && record);
}

function sent(field: ResourceField, typed: unknown): unknown {
  if (field.input || typeof typed !== 'string') return typed ?? null;
  const text = typed.trim();
  if (field.kind === 'moment') return text === '' ? null : new Date(text).toISOString();
  if (field.kind === 'number') return text === '' ? null : Number(text);
  if (field.kind === 'date' || field.kind === 'reference') return text === '' ? null : text;
  return text;
}

/**
 * What the form sends of a record that is there: the open fields that were changed. A moment that was not touched stays to
 * the second, which its input does not show.
 */
export function changesOf(fields: readonly ResourceField[], values: FormValues, record: ResourceRecord) {
  const changed = changedFields(valuesOf(fields, record), values);
  return dataOf(fields, values, record, ({ name }) => changed[name] !== undefined);
}

/**
 * What the form sends of a new record: what was filled in, the flags that were switched, back too, and what the declaration
 * says it begins with. All else is left to the host, which has values of its own for it.
 */
export function filledIn(
  fields: readonly ResourceField[],
  values: FormValues,
  switched: ReadonlySet<string>,
) {
  return dataOf(fields, values, undefined, (field, typed) => {
    if (typeof typed === 'boolean') return switched.has(field.name) || field.default !== undefined;
    return typeof typed === 'string' ? typed.trim() !== '' : typed !== null;
  });
}

function dataOf(
  fields: readonly ResourceField[],
  values: FormValues,
  record: ResourceRecord | undefined,
  isSent: (field: ResourceField, typed: unknown) => boolean,
): Record<string, unknown> {
  return Object.fromEntries(
    fields.flatMap((field) => {
      const typed = values[field.name];
      if (typed === undefined || !isOpen(field, record) || !isSent(field, typed)) return [];
      return [[field.name, sent(field, typed)]];
    }),
  );
}

/** The number fields in which something else stands, '0x10' or '1e3' say. */
export function notNumbers(fields: readonly ResourceField[], values: FormValues): string[] {
  return fields
    .filter(
      ({ kind, name, input }) =>
        kind === 'number' && !input && !/^(-?\d+(\.\d+)?)?$/.test(String(values[name] ?? '').trim()),
    )
    .map(({ name }) => name);
}
