import { afterEach, expect, it } from 'vitest';
import { clearToken, storeToken } from '../shared/session';
import { tokenOf } from '../shared/testing/tokens';
import { consoleAuth } from './console-auth';

afterEach(() => clearToken());

it.each([
  ['admin', { list: true, show: true, edit: true, create: true, delete: true }],
  ['auditor', { list: true, show: true, edit: false, create: false, delete: false }],
  ['investor', { list: false, show: false, edit: false, create: false, delete: false }],
])('what the console offers to %s', async (type, offered) => {
  storeToken(tokenOf(type));
  expect(await consoleAuth.getPermissions?.({})).toBe(type);
  for (const [action, may] of Object.entries(offered)) {
    expect(await consoleAuth.canAccess?.({ action, resource: 'users' })).toBe(may);
  }
});

it('what is no session is offered nothing', async () => {
  storeToken('not-a-token');
  expect(await consoleAuth.getPermissions?.({})).toBeNull();
  expect(await consoleAuth.canAccess?.({ action: 'list', resource: 'users' })).toBe(false);
});
