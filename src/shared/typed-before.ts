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

const submits = '[type=submit]';

/** The button that Enter in a field of a form stands for. */
export function enteredButton({ key, target, isComposing }: KeyboardEvent): HTMLButtonElement | undefined {
  if (key !== 'Enter' || isComposing || !(target instanceof HTMLInputElement)) return undefined;
  return target.form?.querySelector<HTMLButtonElement>(`button${submits}`) ?? undefined;
}

/** What is pressed when something is typed after `button` was: a form that is typed in is not sent. */
export function pressedStill<Button extends Element>(button: Button | undefined): Button | undefined {
  return button?.matches(submits) ? undefined : button;
}

function onInput({ target }: Event): void {
  if (!isField(target)) return;
  note(target);
  pressed = pressedStill(pressed);
}

function onKeyDown(event: KeyboardEvent): void {
  pressed = enteredButton(event) ?? pressed;
}

/**
 * Keeps what was typed, ticked, chosen or filled in by a password manager in a page that is about to be hydrated, and what
 * is until `giveBackTyped`: React empties the fields meanwhile, as they were when the page was rendered. With it the
 * button that was pressed last, by Enter in a field as well.
 */
export function keepTyped(page: HTMLElement, button: HTMLElement | undefined): void {
  pressed = button;
  for (const field of page.querySelectorAll<Field>('input, select')) note(field);
  page.addEventListener('input', onInput, true);
  page.addEventListener('keydown', onKeyDown, true);
}

/** Puts into the fields of a form what they were given before it came to life, as if it were typed now, and presses what was pressed. */
export function giveBackTyped(form: HTMLFormElement): void {
  const page = document.getElementById('root');
  page?.removeEventListener('input', onInput, true);
  page?.removeEventListener('keydown', onKeyDown, true);
  for (const [field, value] of typed) if (form.contains(field)) giveBack(field, value);
  typed.clear();
  const button = pressed;
  pressed = undefined;
  // Once the page has what it reads from the browser's storage.
  if (button) setTimeout(() => press(button));
}

function press(button: HTMLElement): void {
  // One of a form that is not checked yet is off: its form takes Enter and waits (SubmitButton).
  if (button instanceof HTMLButtonElement && button.disabled)
    button.form
      ?.querySelector('input')
      ?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
  else button.click();
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
