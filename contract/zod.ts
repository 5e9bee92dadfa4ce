import { z } from 'zod';

/** zod's name for the type of a value, as its default messages print it. */
function typeName(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number' && Number.isNaN(value)) return 'nan';
  return typeof value;
}

const isNumber = (origin: string) => origin === 'number' || origin === 'int';

const formatMessages: Readonly<Record<string, string>> = {
  email: 'Invalid email',
  date: 'Invalid date',
  datetime: 'Invalid date or time',
};

/**
 * The default messages (docs/rules.md, "Validation"): Required, Expected X received Y,
 * String must contain at least N character(s), Invalid email; and in place of zod's own ones, which are for programmers,
 * what people read beneath a field of numbers, dates or choices. A schema's own message wins over these.
 */
z.config({
  // zod compiles schemas by `new Function` where it can. The policy of our pages forbids that, and reports the attempt.
  jitless: 'document' in globalThis,
  customError: (issue) => {
    switch (issue.code) {
      case 'invalid_type':
        if (issue.input === undefined) return 'Required';
        // 1e400 is read as infinity.
        if (issue.expected === 'number' && (issue.input === Infinity || issue.input === -Infinity))
          return 'Number is too large';
        // To zod a number that is not whole is of another type.
        return issue.expected === 'int'
          ? 'Must be a whole number'
          : `Expected ${issue.expected} received ${typeName(issue.input)}`;
      case 'too_small':
        return issue.origin === 'string'
          ? `String must contain at least ${issue.minimum} character(s)`
          : isNumber(issue.origin)
            ? `Must be ${issue.inclusive ? 'at least' : 'more than'} ${issue.minimum}`
            : undefined;
      case 'too_big':
        return issue.origin === 'string'
          ? `String must contain at most ${issue.maximum} character(s)`
          : isNumber(issue.origin)
            ? `Must be ${issue.inclusive ? 'at most' : 'less than'} ${issue.maximum}`
            : undefined;
      case 'invalid_format':
        return formatMessages[issue.format];
      case 'invalid_value':
        return `Must be ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.join(', ')}`;
      case 'unrecognized_keys':
        return `Unknown field: ${issue.keys.join(', ')}`;
      default:
        return undefined;
    }
  },
});

export { z };
