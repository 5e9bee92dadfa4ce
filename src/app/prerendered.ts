import { screens } from '../../contract/paths';
import { readSession } from '../shared/token';
import { enteredButton, pressedStill } from '../shared/typed-before';

/** The screen at this address. The server takes a slash behind it for nothing. */
export const screenPath = () => window.location.pathname.replace(/\/$/, '');

const isBehindSignIn = (path: string) =>
  [screens.dashboard, screens.admin].some((area) => `${path}/`.startsWith(`${area}/`));

/** Whether the address has a token: as the parameter of its query or of its fragment. */
const hasToken = (parameters: string) => Boolean(new URLSearchParams(parameters.slice(1)).get('token'));

/**
 * Whether the page at this address is left as soon as the app runs, or shows something else: somebody is signed in,
 * or the address lacks what the page is for; or nobody is, where somebody has to be. Its HTML is not shown then (app.html).
 */
export function isLeftAtOnce(): boolean {
  const { search, hash } = window.location;
  const path = screenPath();
  // For everybody; without a token it says another thing than its HTML does.
  if (path === screens.notMe) return !hasToken(hash);
  const isOther =
    // A later step of the reset (src/auth/reset-steps.ts).
    (path === screens.resetPassword && search !== '') ||
    (path === screens.changePassword && !hasToken(search)) ||
    (path === screens.invitation && hash.length < 2);
  const signedIn = readSession() !== null;
  return isOther || isBehindSignIn(path) !== signedIn;
}

/**
 * Whether the app starts from the HTML in its place, which the build has rendered and this visitor sees; if it is of another
 * page than this visitor's, it goes. What only says that something is to come stays until the app is there.
 */
export function takesOver(root: HTMLElement): boolean {
  if (root.dataset.prerendered === undefined) return false;
  if (!isLeftAtOnce()) return true;
  root.replaceChildren();
  delete root.dataset.prerendered;
  return false;
}

const pressedMark = 'data-pressed';

/** What is pressed once this has happened in the page's HTML, after `before` was. */
function pressedAfter(event: Event, before: Element | undefined): Element | null | undefined {
  if (event instanceof KeyboardEvent) return enteredButton(event) ?? before;
  if (event.type === 'input') return pressedStill(before);
  return event.target instanceof Element ? event.target.closest('button') : null;
}

/**
 * Marks the button that was pressed last in the page's HTML, while nothing else listens to it: by a click, or by Enter in a
 * field unless anything is typed after it.
 */
export function notePressed(event: Event): void {
  const button = pressedAfter(event, takePressed());
  if (button?.closest('[data-prerendered]')) button.setAttribute(pressedMark, '');
}

/** The button that `notePressed` has marked; the mark goes. */
export function takePressed(): HTMLElement | undefined {
  const button = document.querySelector<HTMLElement>(`[${pressedMark}]`) ?? undefined;
  button?.removeAttribute(pressedMark);
  return button;
}
