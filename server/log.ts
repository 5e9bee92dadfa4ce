import type { FastifyRequest } from 'fastify';

/** An error as it may stand in a log: what went wrong and where, and nothing that people have entered. */
export type LoggedError = {
  type: string;
  message: string;
  /** A state of PostgreSQL, a code of Node or of a library. */
  code?: string;
  constraint?: string;
  table?: string;
  column?: string;
  /** Places in the code, without the message that a stack begins with. */
  stack: string;
  cause?: LoggedError;
  /** What an error of several is made of. */
  errors?: LoggedError[];
};

/** Letters of a message. */
const longest = 500;
/** Causes of causes, and so on. */
const deepest = 5;

/**
 * Classes of PostgreSQL's states whose messages name tables, roles and settings. Those of the others can hold values:
 * "invalid input syntax for type date: ...".
 */
const withoutValues = /^(08|23|25|28|3D|40|42|53|55|57|58|AV)/;

/**
 * What may be logged of an error. Errors of the database carry the statement's parameters, rows and values, and those
 * of mail the recipients: only what is listed here is kept. Takes whatever was thrown.
 */
export function describeError(error: unknown, depth = 0): LoggedError {
  if (!(error instanceof Error))
    return { type: typeof error, message: 'What was thrown is no error', stack: '' };
  const { cause } = error;
  const goesOn = depth < deepest;
  return {
    type: error.constructor.name,
    message: messageOf(error),
    ...wordsOf(error),
    stack: placesOf(error),
    ...(goesOn && cause !== undefined && { cause: describeError(cause, depth + 1) }),
    ...(goesOn &&
      error instanceof AggregateError && {
        errors: error.errors.slice(0, 10).map((each: unknown) => describeError(each, depth + 1)),
      }),
  };
}

/** The same in lines, for the console of someone who starts a program. */
export function explainError(error: unknown): string {
  const lines = ({ type, code, message, stack, cause, errors = [] }: LoggedError): string =>
    [
      `${type}${code === undefined ? '' : ` ${code}`}: ${message}`,
      ...(stack === '' ? [] : [stack]),
      ...[...(cause ? [cause] : []), ...errors].map((inner) => `because of ${lines(inner)}`),
    ].join('\n');
  return lines(describeError(error));
}

/** How the server logs: its errors and addresses without secrets, at every level. */
export function loggerOptions(level: string) {
  return {
    level,
    serializers: { err: (error: unknown) => describeError(error), req: describeRequest },
    hooks: {
      /** The library takes an error's own message where none is given, and Fastify puts addresses into some. */
      logMethod(this: unknown, args: unknown[], method: (...args: never[]) => void) {
        const [first] = args;
        const error = first instanceof Error ? first : errorIn(first);
        const rest = args
          .slice(1)
          .map((each) => (typeof each === 'string' ? cleanMessage(each, error) : each));
        if (typeof first === 'string') Reflect.apply(method, this, [withoutSecrets(first), ...rest]);
        else if (error && rest[0] === undefined) Reflect.apply(method, this, [first, messageOf(error)]);
        else Reflect.apply(method, this, [first, ...rest]);
      },
    },
  };
}

/** A request without its query, which may hold a signature, or addresses that somebody searches for. */
function describeRequest(request: FastifyRequest) {
  return {
    method: request.method,
    url: pathOf(request.url),
    host: request.host,
    remoteAddress: request.ip,
  };
}

/** The path of an address, decoded so that no spelling of it shows the key of the mailbox. */
function pathOf(url: string): string {
  const path = url.split(/[?#;]/)[0] ?? '';
  try {
    return withoutSecrets(decodeURIComponent(path).slice(0, longest));
  } catch {
    return '(malformed)';
  }
}

/** Queries of addresses hold signatures and what was searched for; a path of the mailbox of demo mode holds its key. */
function withoutSecrets(text: string): string {
  return text.replaceAll(/\?[^\s"')]+/g, '?…').replaceAll(/(\/dev\/+mailbox)\/+[^\s"']+/gi, '$1/…');
}

function cleanMessage(text: string, error: Error | undefined): string {
  return error && text === error.message ? messageOf(error) : withoutSecrets(text);
}

function errorIn(value: unknown): Error | undefined {
  const err = typeof value === 'object' && value !== null && 'err' in value ? value.err : undefined;
  return err instanceof Error ? err : undefined;
}

function messageOf(error: Error): string {
  return withoutSecrets(shownOf(error)).slice(0, longest);
}

function shownOf(error: Error): string {
  const { message } = error;
  if ('query' in error && 'params' in error) return `Failed query: ${statementOf(String(error.query))}`;
  if ('severity' in error && 'code' in error) {
    return withoutValues.test(String(error.code)) ? message : withoutQuoted(message);
  }
  if ('responseCode' in error || 'response' in error || 'rejected' in error) {
    const answer = 'responseCode' in error ? ` ${String(error.responseCode)}` : '';
    return `The mail server refused${answer}${'command' in error ? ` at ${String(error.command)}` : ''}`;
  }
  // It quotes the text it cannot read.
  if (error instanceof SyntaxError) return withoutQuoted(message);
  return message;
}

/** From the first quotation mark to the last, since what is quoted may hold some. */
function withoutQuoted(message: string): string {
  return message.replace(/"[\s\S]*"/, '"…"');
}

/** What a statement does to which table: `insert into "users"`. */
export function statementOf(query: string): string {
  const verb = /^\s*(\w+)/.exec(query)?.[1] ?? '';
  const table = /\b(?:from|into|update)\s+("[\w.]+")/i.exec(query)?.[1];
  return table === undefined ? verb : `${verb} ${table}`;
}

/** Fields that are names, never values. */
function wordsOf(error: Error): Partial<LoggedError> {
  const words = ['code', 'constraint', 'table', 'column'] as const;
  return Object.fromEntries(
    words.flatMap((name) => {
      const value: unknown = Reflect.get(error, name);
      return typeof value === 'string' && /^[\w.:-]{1,100}$/.test(value) ? [[name, value]] : [];
    }),
  );
}

/** The lines of a stack that are places; a message can have lines that look like them, so it is cut off first. */
function placesOf({ stack = '', message }: Error): string {
  const begin = stack.indexOf(message);
  if (begin === -1) return '';
  return stack
    .slice(begin + message.length)
    .split('\n')
    .filter((line) => line.startsWith('    at '))
    .slice(0, 20)
    .map(withoutSecrets)
    .join('\n');
}
