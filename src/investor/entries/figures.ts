import type { AccountField } from '../../../contract/account';
import { figureLabels } from '../../../contract/chart';

/** What the dashboard calls each figure of an account. */
export const figureNames = figureLabels(({ label }) => label);

/** Whether a text, from the address bar say, names a figure. */
export function isFigure(text: string): text is AccountField {
  return Object.hasOwn(figureNames, text);
}

/** Id of the button that shows a figure's entries: the focus returns to it. */
export function figureButtonId(figure: AccountField): string {
  return `figure-${figure}`;
}
