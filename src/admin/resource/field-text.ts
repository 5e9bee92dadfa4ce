import { pageMessages } from '../../../contract/messages';
import { formatDollars, formatMoment, grouped, inDigits } from '../../shared/format';
import { plainAmount, textOrMissing } from '../list/columns';
import { formatDay } from '../theme/shown-date';
import type { Declaration, ResourceField, ResourceRecord } from './declaration';

/** What a value says as a text: each of a list, and of what has parts of its own its JSON. */
export function plainText(value: unknown): string {
  if (typeof value === 'number') return inDigits(value);
  if (typeof value !== 'object' || value === null) return String(value);
  const isList = Array.isArray(value) && value.every((each) => typeof each !== 'object');
  return isList ? value.join(', ') : JSON.stringify(value);
}

/** A value of a record as people read it; 'NaN' where there is none. */
export function fieldText(field: ResourceField, record: ResourceRecord): string {
  const value: unknown = record[field.name];
  if (value === null || value === undefined) return pageMessages.missing;
  switch (field.kind) {
    case 'flag':
      return value === true ? 'Yes' : 'No';
    case 'date':
      return formatDay(String(value));
    case 'moment':
      return formatMoment(String(value));
    case 'dollars':
      return formatDollars(String(value));
    case 'number':
      // With comma thousands and all of its decimals, "44,000.5".
      return plainText(plainAmount(String(value))).replace(/\d+/, grouped);
    case 'choice':
      return field.choices.find((choice) => choice.value === value)?.name ?? textOrMissing(String(value));
    default:
      return textOrMissing(plainText(value));
  }
}

/** What a record is called: by its first field. */
export function titleOf({ fields: [first] }: Declaration, record: ResourceRecord): string {
  return first ? fieldText(first, record) : String(record.id);
}
