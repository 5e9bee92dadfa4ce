import type { Login } from '../../contract/auth';
import type { ProofOfFactor } from '../../contract/factors';
import { screens } from '../../contract/paths';
import { call } from './api';
import { ApiError, answered, ForAnother, isWithoutCall, saysNoCall } from './api-error';
import { formatName } from './person-name';
import { currentOwner, isOthers } from './personal-storage';
import { clearToken, storeToken } from './session';
import { readSession, readToken, sessionOf } from './token';

/** The signed-in person, as react-admin's user menu shows them. */
export interface Identity {
  id: string;
  fullName: string;
}

const unreadable =
  'The service has accepted this, but what it sent cannot be read as a sign-in. Check the clock of this device, or write to us.';

/**
 * Keeps the token of a sign-in, for which `before` was signed in, or nobody. Where another sign-in came first, also of the same
 * person, it ends the session that nobody would hold and throws ForAnother. Throws ApiError for a token that does not say who
 * is signed in: no page could be shown.
 */
export function startSession(token: string, before: string | undefined): void {
  if (isOthers(before)) {
    tell(token);
    throw new ForAnother();
  }
  if (!sessionOf(String(token)))
    throw new ApiError(200, [{ error: unreadable, message: unreadable, code: 'internal' }]);
  storeToken(token);
}

/** The tokens of sign-outs that the server was not told of yet, and the telling of each that is under way, or was the last. */
const untold = new Map<string, Promise<void>>();

/** Whether there is nothing left to tell: the session is over, or the host (docs/rules.md, "Other hosts") ends none. */
function isOver(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  const hasNoCall = answered.others ? saysNoCall(error.status) : isWithoutCall(error);
  return error.status === 401 || hasNoCall;
}

async function send(token: string): Promise<void> {
  try {
    await call('logout', { token });
  } catch (error) {
    if (!isOver(error)) return;
  }
  untold.delete(token);
}

/** Tells the server of a sign-out; one that it did not take is to be told again. */
function tell(token: string): void {
  untold.set(token, send(token));
}

async function tellAgain([token, before]: [string, Promise<void>]): Promise<void> {
  await before;
  // Whoever has waited as well may be telling it already.
  if (untold.get(token) === before) tell(token);
  await untold.get(token);
}

/** Tells the server of each sign-out that it does not know of yet; whether it knows of all of them now. */
export async function tellOfSignOut(): Promise<boolean> {
  await Promise.all([...untold].map(tellAgain));
  return untold.size === 0;
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
    const before = currentOwner();
    startSession(await call('login', { body: credentials }), before);
  },

  /** Finishes a sign-in by its second factor. Throws ApiError: 422 for a wrong one, 401 when it has taken too long. */
  async finishLogin(ticket: string, proof: ProofOfFactor, signal?: AbortSignal): Promise<void> {
    const before = currentOwner();
    startSession(await call('finishSignIn', { body: { ticket, proof }, signal }), before);
  },

  /**
   * Ends the session here at once and on the server in the background, whatever it answers; gives where to go.
   * Safe to call again: react-admin does, when several requests fail together.
   */
  async logout(): Promise<string> {
    const token = readToken();
    if (token) {
      // A server that cannot be reached does not keep anyone signed in here.
      tell(token);
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
