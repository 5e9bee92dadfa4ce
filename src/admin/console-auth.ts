import type { AuthProvider } from 'ra-core';
import { mayCall } from '../../contract/access';
import { authProvider } from '../shared/auth-provider';
import { clearToken } from '../shared/session';
import { readSession, readToken } from '../shared/token';
import type { ConsoleResource } from './console-resource';

/** What react-admin calls the ways to look at records. */
const looking: ReadonlySet<string> = new Set(['list', 'show', 'read', 'export']);

/** The console is for administrators, whole (docs/rules.md, "Roles"); auditors look and change nothing. */
const canAccess = async ({ action }: { action: string }) =>
  mayCall(looking.has(action) ? 'console' : 'admin', readSession()?.type ?? '');

/** The shared auth provider, with the answers that only react-admin needs. */
export const consoleAuth: AuthProvider = {
  ...authProvider,

  /**
   * The API client has already ended a refused session, and the guard around the console leads to the sign-in
   * page and back. react-admin's own logout would lead to '/' instead.
   */
  checkError: async () => {},

  canAccess,

  /** The type of the signed-in person, or null. */
  getPermissions: async () => readSession()?.type ?? null,

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
    canAccess: ({ action, resource }) => canAccess({ action: closed.has(resource) ? 'edit' : action }),
  };
}
