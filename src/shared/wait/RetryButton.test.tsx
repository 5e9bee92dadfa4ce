// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, it } from 'vitest';
import { RetryButton } from './RetryButton';

afterEach(cleanup);

/** A read that succeeds when it is tried again; its section may go with the failure. */
function Read({ section, onTry }: { section: 'stays' | 'goes'; onTry?: () => void }) {
  const [failed, setFailed] = useState(true);
  function retry(): void {
    onTry?.();
    setFailed(false);
  }
  const again = failed && <RetryButton error={new Error('No')} onClick={retry} />;
  return (
    <main>
      <input aria-label="Search" />
      {section === 'stays' ? (
        <section aria-label="Part">{again}</section>
      ) : (
        failed && <section>{again}</section>
      )}
    </main>
  );
}

it.each([
  { section: 'stays', role: 'region' },
  { section: 'goes', role: 'main' },
] as const)('leaves the focus to the $role when its section $section', async ({ section, role }) => {
  render(<Read section={section} />);
  screen.getByRole('button', { name: 'Try again' }).focus();
  await userEvent.keyboard('{Enter}');
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
  await waitFor(() => expect(screen.getByRole(role)).toHaveFocus());
});

it('takes it from nobody who has it', async () => {
  render(<Read section="stays" onTry={() => screen.getByRole('textbox').focus()} />);
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
  expect(screen.getByRole('textbox')).toHaveFocus();
});
