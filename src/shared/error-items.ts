import { enumValues } from '../../contract/enum-values';
import type { ErrorCode } from '../../contract/enums';
import type { SignInStep } from '../../contract/factors';
import { sharedRefusals } from '../../contract/messages';
import type { ErrorItem } from '../../contract/wire';

function item(message: string, code: ErrorCode, field?: string): ErrorItem {
  return { error: message, message, code, ...(field ? { field } : {}) };
}

/** What a person reads when no answer came at all. */
export const unreachable = item(
  'The service cannot be reached. Check your connection and try again.',
  'unavailable',
);

/** What a person reads when code that is needed for this has gone with an older version of the product. */
export const outdated = item('This comes with a new version. Reload the page and try again.', 'unavailable');

/** What a failed answer means that does not say so itself, and what a person reads then. */
const meanings: Readonly<Record<number, readonly [ErrorCode, string]>> = {
  400: ['bad_request', 'The service did not understand this request'],
  401: ['unauthorized', sharedRefusals.unauthorized],
  403: ['forbidden', sharedRefusals.forbidden],
  404: ['not_found', sharedRefusals.notFound],
  405: ['method_not_allowed', sharedRefusals.methodNotAllowed],
  409: ['conflict', sharedRefusals.conflict],
  412: ['stale_version', sharedRefusals.staleVersion],
  422: ['validation', sharedRefusals.internal],
  429: ['rate_limited', sharedRefusals.rateLimited],
  503: ['unavailable', sharedRefusals.unavailable],
};

function text(entry: object, key: 'message' | 'error' | 'field'): string | undefined {
  const value: unknown = Reflect.get(entry, key);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/**
 * How a sign-in goes on, if the entry says so. Checked without the contract's schema: every page reads errors, and most
 * need zod for nothing else. A kind of factor that these pages do not know is left out.
 */
function signInOf(entry: object): SignInStep | undefined {
  const step: unknown = Reflect.get(entry, 'signIn');
  if (typeof step !== 'object' || step === null) return undefined;
  const { ticket, kinds } = step as { ticket?: unknown; kinds?: unknown };
  if (typeof ticket !== 'string' || ticket === '' || !Array.isArray(kinds)) return undefined;
  return { ticket, kinds: enumValues.factorKinds.filter((kind) => kinds.includes(kind)) };
}

/**
 * The errors list of a failed answer. Other hosts (docs/rules.md, "Other hosts") give each entry an `error` or a
 * `message` and no code; a body without a list (a proxy's page, say) becomes one error chosen by the status: that of a 401 says "Please sign in", but to
 * whoever does so that it was wrong.
 */
export function readErrors(body: unknown, status: number, signsIn = false): ErrorItem[] {
  const [fallback, said]: readonly [ErrorCode, string] =
    signsIn && status === 401
      ? ['invalid_credentials', sharedRefusals.invalidCredentials]
      : (meanings[status] ?? ['internal', sharedRefusals.internal]);
  const list = typeof body === 'object' && body !== null && 'errors' in body ? body.errors : [];
  const errors = (Array.isArray(list) ? list : []).flatMap((entry: unknown) => {
    if (typeof entry !== 'object' || entry === null) return [];
    const message = text(entry, 'message') ?? text(entry, 'error');
    if (!message) return [];
    const code = enumValues.errorCodes.find((known) => known === Reflect.get(entry, 'code'));
    const signIn = signInOf(entry);
    return [{ ...item(message, code ?? fallback, text(entry, 'field')), ...(signIn && { signIn }) }];
  });
  return errors.length > 0 ? errors : [item(said, fallback)];
}
