import { mayCall } from '../../contract/access';
import { screens } from '../../contract/paths';
import type { Session } from './token';

/** The query parameter that holds where a person wanted to go, on the pages that come before it. */
export const returnParam = 'return';

/** Where the last session in this tab has ended, and whose it was: the address may say what they searched for. */
let left = { path: '', userId: '' };

/** Remembers it, to lead nobody else back to that search, nor to show it to them in the address of the sign-in page. */
export function leaveAt(path: string, userId: string): void {
  left = { path, userId };
}

const leadingTo = (page: string, path: string) => `${page}?${new URLSearchParams({ [returnParam]: path })}`;

/** The address of the sign-in page that brings a person back to `path` afterwards. */
export function loginPath(path: string): string {
  return path === screens.home || path.startsWith(screens.auth)
    ? screens.login
    : leadingTo(screens.login, path === left.path ? path.replace(/\?.*/, '') : path);
}

/** The address of the page of second factors that leads on to `path` once there is one. */
export function factorSetupPath(path: string): string {
  return leadingTo(screens.secondFactor, path);
}

// Any address serves: it only tells a path of this origin from one of another.
const base = 'http://same.invalid';

/**
 * A return path that may be followed, or null: relative, of this origin, and not a page for guests. Anyone can
 * write a link to the sign-in page, so `//host`, `/\host` and whole URLs are refused.
 */
export function safeReturnPath(path: string | null): string | null {
  if (!path?.startsWith('/') || !URL.canParse(path, base)) return null;
  const url = new URL(path, base);
  if (url.origin !== base) return null;
  const relative = `${url.pathname}${url.search}${url.hash}`;
  // "/.//host" is a path of this origin whose normal form is a host.
  if (relative.startsWith('//')) return null;
  return inside(url.pathname, screens.auth) ? null : relative;
}

function inside(path: string, area: string): boolean {
  return path === area || path.startsWith(`${area}/`);
}

/** The first page of a role's own area; '/' for a type this client does not know (docs/rules.md, "Guards"). */
export function homeOf(session: Session | null): string {
  if (session && mayCall('console', session.type)) return screens.admin;
  return session?.type === 'investor' ? screens.dashboard : screens.home;
}

/** Where a sign-in leads: back to where the person was, when their role may be there; else to their area. */
export function afterLogin(session: Session | null, path: string | null): string {
  const home = homeOf(session);
  const isOwn = left.userId === session?.userId && left.path.startsWith(`${path}?`);
  const back = safeReturnPath(isOwn ? left.path : path);
  if (!back || !session) return home;
  const { pathname } = new URL(back, base);
  const area = [screens.admin, screens.dashboard].find((start) => inside(pathname, start));
  return area && area !== home ? home : back;
}
