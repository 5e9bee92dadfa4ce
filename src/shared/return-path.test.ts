import { describe, expect, it } from 'vitest';
import { afterLogin, loginPath, safeReturnPath } from './return-path';

const investor = { userId: 'i', type: 'investor' };
const admin = { userId: 'a', type: 'admin' };

describe('a return path', () => {
  it.each(['/dashboard', '/dashboard/transactions?page=2#top', '/admin/users'])(
    'inside the product is followed: %s',
    (path) => {
      expect(safeReturnPath(path)).toBe(path);
    },
  );

  it.each([
    'https://evil.example/x',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/.//evil.example',
    '//[',
    'javascript:alert(1)',
    'dashboard',
    '',
    null,
  ])('that leads elsewhere is refused: %s', (path) => {
    expect(safeReturnPath(path)).toBeNull();
  });

  it('to a page for guests is refused, or it would lead in a circle', () => {
    expect(safeReturnPath('/auth/login?return=/auth/login')).toBeNull();
  });
});

describe('the address of the sign-in page', () => {
  it('remembers where the person wanted to go', () => {
    expect(loginPath('/dashboard/transactions')).toBe('/auth/login?return=%2Fdashboard%2Ftransactions');
  });

  it('remembers nothing of the front page and the account pages', () => {
    expect(loginPath('/')).toBe('/auth/login');
    expect(loginPath('/auth/register')).toBe('/auth/login');
  });
});

describe('after signing in', () => {
  it.each([
    [admin, null, '/admin'],
    [investor, null, '/dashboard'],
    [{ userId: 'x', type: 'auditor' }, null, '/admin'],
    [{ userId: 'x', type: 'auditor' }, '/admin/books', '/admin/books'],
    [{ userId: 'x', type: 'visitor' }, null, '/'],
    [null, '/dashboard', '/'],
    [investor, '/dashboard/transactions', '/dashboard/transactions'],
    [admin, '/admin/accounts', '/admin/accounts'],
    [investor, 'https://evil.example', '/dashboard'],
  ])('%o, who came from %s, goes to %s', (session, path, to) => {
    expect(afterLogin(session, path)).toBe(to);
  });

  it('a path of the other role leads to the own area instead', () => {
    expect(afterLogin(investor, '/admin/users')).toBe('/dashboard');
    expect(afterLogin(admin, '/dashboard')).toBe('/admin');
  });
});
