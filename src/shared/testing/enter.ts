import { fireEvent, screen } from '@testing-library/react';

/** For tests: fills a field and leaves it, as a person does; in one event, for typing takes jsdom long. */
export function enter(label: string, value: string): void {
  const field = screen.getByLabelText(label);
  // The first `input` has the checks of the forms fetched (src/shared/loading/when-used.ts).
  const fill = field instanceof HTMLSelectElement ? fireEvent.change : fireEvent.input;
  fireEvent.focus(field);
  fill(field, { target: { value } });
  fireEvent.blur(field);
}
