type Field = HTMLInputElement | HTMLSelectElement;

/** What each field of the page was given while it was HTML alone. */
const typed = new Map<Field, string | boolean>();

/** The button that was pressed last while nothing listened to it yet. */
let pressed: HTMLElement | undefined;

const isField = (target: unknown): target is Field =>
  target instanceof HTMLInputElement || target instanceof HTMLSelectElement;

const isTick = (field: Field): field is HTMLInputElement => field.type === 'checkbox';

function note(field: Field): void {
  typed.set(field, isTick(field) ? field.checked : field.value);
}

function onInput({ target }: Event): void {
  if (isField(target)) note(target);
}

/**
 * Keeps what was typed, ticked, chosen or filled in by a password manager in a page that is about to be hydrated, and what
 * is until `giveBackTyped`: React empties the fields meanwhile, as they were when the page was rendered. With it the
 * button that was pressed last.
 */
export function keepTyped(page: HTMLElement, button: HTMLElement | undefined): void {
  pressed = button;
  for (const field of page.querySelectorAll<Field>('input, select')) note(field);
  page.addEventListener('input', onInput, true);
}

/** Puts into the fields of a form what they were given before it came to life, as if it were typed now, and presses what was pressed. */
export function giveBackTyped(form: HTMLFormElement): void {
  document.getElementById('root')?.removeEventListener('input', onInput, true);
  for (const [field, value] of typed) if (form.contains(field)) giveBack(field, value);
  typed.clear();
  const button = pressed;
  pressed = undefined;
  // Once the page has what it reads from the browser's storage.
  if (button) setTimeout(() => button.click());
}

function giveBack(field: Field, value: string | boolean): void {
  if (isTick(field)) {
    if (field.checked !== value) field.click();
    return;
  }
  if (field.value === value || typeof value !== 'string') return;
  // Past React's own setter, which keeps in mind what it has set: it would take this for nothing new.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }));
  // Who has left it again is told what is wrong with it.
  if (field !== document.activeElement) field.dispatchEvent(new FocusEvent('focusout', { bubbles: true }));
}
