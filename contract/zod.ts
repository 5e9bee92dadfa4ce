import { z } from 'zod';

/** zod's name for the type of a value, as its default messages print it. */
function typeName(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number' && Number.isNaN(value)) return 'nan';
  return typeof value;
}

const required = 'Required';

/** Of a choice that was not made, or was made outside of it. */
const choiceProblem = (chosen: unknown, choices: readonly unknown[]) =>
  chosen === undefined ? required : `Must be ${choices.length > 1 ? 'one of ' : ''}${choices.join(', ')}`;

/** Of a text or a list with too few or too many parts, or of a number outside of its bounds. */
function boundProblem(
  origin: string,
  parts: string,
  bounds: string,
  bound: number | bigint,
): string | undefined {
  switch (origin) {
    case 'string':
      return `String must contain ${parts} ${bound} character(s)`;
    case 'array':
      return `Must contain ${parts} ${bound} item(s)`;
    case 'number':
    case 'int':
      return `Must be ${bounds} ${bound}`;
    default:
      return undefined;
  }
}

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
        if (issue.input === undefined) return required;
        // 1e400 is read as infinity.
        if (issue.expected === 'number' && (issue.input === Infinity || issue.input === -Infinity))
          return 'Number is too large';
        // To zod a number that is not whole is of another type.
        return issue.expected === 'int'
          ? 'Must be a whole number'
          : `Expected ${issue.expected} received ${typeName(issue.input)}`;
      case 'too_small':
        return boundProblem(
          issue.origin,
          'at least',
          issue.inclusive ? 'at least' : 'more than',
          issue.minimum,
        );
      case 'too_big':
        return boundProblem(
          issue.origin,
          'at most',
          issue.inclusive ? 'at most' : 'less than',
          issue.maximum,
        );
      case 'invalid_format':
        return formatMessages[issue.format];
      case 'invalid_value':
        return choiceProblem(issue.input, issue.values);
      case 'invalid_union':
        // Of objects that a field tells apart; that is the choice.
        return Array.isArray(issue.options)
          ? choiceProblem((issue.input as Record<string, unknown>)[issue.discriminator ?? ''], issue.options)
          : undefined;
      case 'unrecognized_keys':
        return `Unknown field: ${issue.keys.join(', ')}`;
      default:
        return undefined;
    }
  },
});

export { z };
