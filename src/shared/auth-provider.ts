import type { Login } from '../../contract/auth';
import type { ProofOfFactor } from '../../contract/factors';
import { screens } from '../../contract/paths';
import { call } from './api';
import { ApiError, answered, isWithoutCall, saysNoCall } from './api-error';
import { formatName } from './person-name';
import { clearToken, storeToken } from './session';
import { readSession, readToken, sessionOf } from './token';

/** The signed-in person, as react-admin's user menu shows them. */
export interface Identity {
  id: string;
  fullName: string;
}

const unreadable =
  'The service has accepted this, but what it sent cannot be read as a sign-in. Check the clock of this device, or write to us.';

/** Keeps the token of a sign-in. Throws ApiError for one that does not say who is signed in: no page could be shown. */
export function startSession(token: string): void {
  if (!sessionOf(String(token)))
    throw new ApiError(200, [{ error: unreadable, message: unreadable, code: 'internal' }]);
  storeToken(token);
}

/** The token of a sign-out that the server was not told of yet, and the telling that is under way. */
let untold: string | null = null;
let telling: Promise<void> | undefined;

/** Whether there is nothing left to tell: the session is over, or the host (docs/rules.md, "Other hosts") ends none. */
function isOver(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  const hasNoCall = answered.others ? saysNoCall(error.status) : isWithoutCall(error);
  return error.status === 401 || hasNoCall;
}

/** Tells the server of a sign-out; one that it did not take is to be told again. */
async function tell(token: string): Promise<void> {
  untold = token;
  try {
    await call('logout', { token });
  } catch (error) {
    if (!isOver(error)) return;
  }
  untold = null;
}

/** Tells the server of a sign-out that it does not know of yet; whether it knows of it now. */
export async function tellOfSignOut(): Promise<boolean> {
  const before = telling;
  await before;
  if (untold !== null) {
    // Whoever has waited as well may be telling it already.
    if (telling === before) telling = tell(untold);
    await telling;
  }
  return untold === null;
}

/**
 * Signing in and out for every face. It is of react-admin's AuthProvider what other faces need as well, or what
 * calls the API; the console has the rest (src/admin/console-auth.ts). Declared structurally, so that they load no react-admin.
 */
export const authProvider = {
  /**
   * Stores the token. Throws ApiError: 401 for wrong credentials, 403 `email_not_verified` before the OTP, and 403
   * `factor_required` where a second factor is to be shown.
   */
  async login(credentials: Login): Promise<void> {
    startSession(await call('login', { body: credentials }));
  },

  /** Finishes a sign-in by its second factor. Throws ApiError: 422 for a wrong one, 401 when it has taken too long. */
  async finishLogin(ticket: string, proof: ProofOfFactor): Promise<void> {
    startSession(await call('finishSignIn', { body: { ticket, proof } }));
  },

  /**
   * Ends the session here at once and on the server in the background, whatever it answers; gives where to go.
   * Safe to call again: react-admin does, when several requests fail together.
   */
  async logout(): Promise<string> {
    const token = readToken();
    if (token) {
      // A server that cannot be reached does not keep anyone signed in here.
      telling = tell(token);
      clearToken();
    }
    return screens.home;
  },

  /** Rejects when nobody is signed in. */
  async checkAuth(): Promise<void> {
    if (!readSession()) throw new Error('Not signed in');
  },

  async getIdentity(): Promise<Identity> {
    const user = await call('readUser');
    return { id: user._id, fullName: formatName(user) };
  },
};
