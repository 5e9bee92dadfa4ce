import { reloadOnce } from '../shared/loading/reload-once';

/** How it looks stands in app.html, as nothing else has come. */
const barId = 'trouble';

/** It has come after all. */
export function unsay(): void {
  document.getElementById(barId)?.remove();
}

function say(text: string, canReload: boolean): void {
  const bar = document.createElement('div');
  bar.id = barId;
  bar.setAttribute('role', 'alert');
  bar.append(text);
  if (canReload) {
    const button = document.createElement('button');
    button.textContent = 'Reload';
    button.addEventListener('click', () => location.reload());
    bar.append(button);
  }
  unsay();
  document.body.append(bar);
}

/** Whether something was typed, chosen or ticked: what is in an account page is there as long as this document is. */
function isUsed(): boolean {
  const fields = document.querySelectorAll<HTMLInputElement | HTMLSelectElement>(
    // A box has a value whether it is ticked or not.
    'input:not([type=checkbox]),input:checked,select',
  );
  return [...fields].some(({ value }) => value);
}

/** The server does not have the code of the page: another document may, unless something was typed into this one. */
export function sayMissing(): void {
  if (!isUsed()) reloadOnce();
  say('This page has not loaded completely.', true);
}

/**
 * Says why the page does not go on where a file of the app itself does not come: there is no app yet to say so. A
 * document keeps in mind that a module did not come (HTML standard, "module map"), so another document has to ask for it.
 */
export function watchCode(): void {
  const onError = ({ target }: Event) => {
    if (!(target instanceof HTMLScriptElement) || target.type !== 'module') return;
    if (navigator.onLine) sayMissing();
    else {
      say('You are offline. This opens by itself when the connection is back.', false);
      window.addEventListener('online', () => location.reload(), { once: true });
    }
  };
  // Such an event stays with its element: it is heard on its way down alone.
  document.addEventListener('error', onError, true);
}
