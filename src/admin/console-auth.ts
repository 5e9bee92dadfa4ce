import type { AuthProvider } from 'ra-core';
import { authProvider } from '../shared/auth-provider';
import { clearToken } from '../shared/session';
import { readSession, readToken } from '../shared/token';
import type { ConsoleResource } from './console-resource';

/** The shared auth provider, with the two answers that only react-admin needs. */
export const consoleAuth: AuthProvider = {
  ...authProvider,

  /**
   * The API client has already ended a refused session, and the guard around the console leads to the sign-in
   * page and back. react-admin's own logout would lead to '/' instead.
   */
  checkError: async () => {},

  /**
   * The Logout button, and what react-admin calls when `checkAuth` fails: then the session ran out or ended
   * elsewhere, nobody has left, and the guard decides where to go.
   */
  async logout() {
    if (readSession()) return authProvider.logout();
    if (readToken()) clearToken('refused');
    return false;
  },
};

/** The same for a console some of whose parts are for administrators alone: to see those one must be allowed to change them. */
export function consoleAuthFor(resources: readonly ConsoleResource[]): AuthProvider {
  const closed = new Set(resources.flatMap(({ name, options }) => (options?.adminsOnly ? [name] : [])));
  return {
    ...consoleAuth,
    canAccess: ({ action, resource }) =>
      authProvider.canAccess({ action: closed.has(resource) ? 'edit' : action }),
  };
}
