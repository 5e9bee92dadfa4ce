import { accountEditSchema } from '../../../contract/account';
import { statusChangeSchema } from '../../../contract/transaction';
import type { z } from '../../../contract/zod';
import { ApiError } from '../../shared/api-error';

/** The value as the schema has it. Throws what the host would answer, without asking it. */
function checked<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw new ApiError(
    422,
    result.error.issues.map(({ message, path }) => ({
      error: message,
      message,
      code: 'validation',
      field: path.join('.'),
    })),
  );
}

export const checkAccountEdit = (value: unknown) => checked(accountEditSchema, value);
export const checkStatusChange = (value: unknown) => checked(statusChangeSchema, value);
