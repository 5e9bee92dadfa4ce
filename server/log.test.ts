import { DrizzleQueryError } from 'drizzle-orm/errors';
import { describe, expect, test } from 'vitest';
import { describeError, explainError } from './log';

const all = (error: unknown) => `${JSON.stringify(describeError(error))}\n${explainError(error)}`;

describe('an error in the log', () => {
  test('of a statement says what was done to which table, and no parameter, whatever it looks like', () => {
    const refused = Object.assign(
      new Error('duplicate key value violates unique constraint "users_email_key"'),
      {
        severity: 'ERROR',
        code: '23505',
        constraint: 'users_email_key',
        detail: 'Key (email)=(planted@example.com) already exists.',
      },
    );
    const parameters = ['planted@example.com', 'x\n    at planted (place:1:1)'];
    const error = new DrizzleQueryError('insert into "users" ("email") values ($1, $2)', parameters, refused);
    expect(describeError(error)).toMatchObject({
      type: 'DrizzleQueryError',
      message: 'Failed query: insert "users"',
      stack: expect.stringContaining('log.test.ts'),
      cause: {
        code: '23505',
        constraint: 'users_email_key',
        message: expect.stringContaining('duplicate key'),
      },
    });
    expect(all(error)).not.toContain('planted');
  });

  test('of a value that the database cannot take does not quote it', () => {
    const error = Object.assign(new Error('invalid input syntax for type date: "a planted "value""'), {
      severity: 'ERROR',
      code: '22007',
    });
    expect(describeError(error)).toMatchObject({
      message: 'invalid input syntax for type date: "…"',
      code: '22007',
    });
    expect(all(error)).not.toContain('planted');
  });

  test('of mail says where the server refused, not whom', () => {
    const rejected = Object.assign(new Error('550 <planted@example.com> unknown'), {
      recipient: 'planted@example.com',
      responseCode: 550,
    });
    const error = Object.assign(new Error('No recipients were accepted: 550 <planted@example.com> unknown'), {
      code: 'EENVELOPE',
      command: 'RCPT TO',
      response: '550 <planted@example.com> unknown',
      responseCode: 550,
      rejected: ['planted@example.com'],
      rejectedErrors: [rejected],
    });
    expect(describeError(error)).toMatchObject({
      message: 'The mail server refused 550 at RCPT TO',
      code: 'EENVELOPE',
    });
    expect(all(error)).not.toContain('planted');
  });

  test('of several says each, and of a text it could not read not the text', () => {
    const error = new AggregateError(
      [new SyntaxError('Unexpected token, "{planted" is not valid JSON')],
      'both',
    );
    expect(describeError(error).errors).toMatchObject([{ type: 'SyntaxError' }]);
    expect(all(error)).not.toContain('planted');
    expect(all('planted')).not.toContain('planted');
  });

  test('that is its own cause ends somewhere', () => {
    const error = new Error('round');
    error.cause = error;
    expect(explainError(error)).toContain('round');
  });
});
