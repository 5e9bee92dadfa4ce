import { z } from 'zod';

/** zod's name for the type of a value, as its default messages print it. */
function typeName(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number' && Number.isNaN(value)) return 'nan';
  return typeof value;
}

/**
 * The default messages (docs/rules.md, "Validation"): Required, Expected X received Y,
 * String must contain at least N character(s), Invalid email. A schema's own message wins over these.
 */
z.config({
  // zod compiles schemas by `new Function` where it can. The policy of our pages forbids that, and reports the attempt.
  jitless: 'document' in globalThis,
  customError: (issue) => {
    switch (issue.code) {
      case 'invalid_type':
        return issue.input === undefined
          ? 'Required'
          : `Expected ${issue.expected} received ${typeName(issue.input)}`;
      case 'too_small':
        return issue.origin === 'string'
          ? `String must contain at least ${issue.minimum} character(s)`
          : undefined;
      case 'too_big':
        return issue.origin === 'string'
          ? `String must contain at most ${issue.maximum} character(s)`
          : undefined;
      case 'invalid_format':
        return issue.format === 'email' ? 'Invalid email' : undefined;
      case 'unrecognized_keys':
        return `Unknown field: ${issue.keys.join(', ')}`;
      default:
        return undefined;
    }
  },
});

export { z };
