import type { QueryClient } from '@tanstack/react-query';
import type { AuthProvider } from 'ra-core';

/*
 * What react-admin asks the auth provider (ra-core's useAuthState, usePermissions and useCanAccess, whose keys these are). Most of
 * what is on a page depends on it, and each answer that comes later has all of it rendered anew.
 */
const keys = {
  all: ['auth'],
  permissions: ['auth', 'getPermissions', {}],
  signedIn: ['auth', 'checkAuth', {}],
  list: (resource: string) => ['auth', 'canAccess', { action: 'list', resource, enabled: true }],
  edit: (resource: string) => ['auth', 'canAccess', { action: 'edit', resource }],
};

/** Has pages rendered anew for answers that are others, and not whenever the same was asked again. */
export function hearOfChangedAnswers(client: QueryClient): void {
  client.setQueryDefaults(keys.all, { notifyOnChangeProps: ['data', 'error', 'status'] });
}

/** Asks ahead what is asked before the list of a resource is shown. For a provider that answers without the network. */
export function askForList(client: QueryClient, auth: AuthProvider, resource: string): void {
  const ask = (queryKey: unknown[], queryFn: () => Promise<unknown>) =>
    void client.prefetchQuery({ queryKey, queryFn, retry: false });
  const mayDo = (action: string) => async () => (await auth.canAccess?.({ action, resource })) ?? true;
  ask(keys.signedIn, async () => {
    await auth.checkAuth({});
    return true;
  });
  ask(keys.permissions, async () => (await auth.getPermissions?.({})) ?? null);
  ask(keys.list(resource), mayDo('list'));
  ask(keys.edit(resource), mayDo('edit'));
}
